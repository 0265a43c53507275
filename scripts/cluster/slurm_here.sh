#!/usr/bin/env bash
# Makes this machine a Slurm cluster of one node, to try slurm.sh on. Installs
# slurmctld, slurmd and munge from Debian, writes /etc/slurm/slurm.conf and starts
# the daemons. Run it as root on a machine for tests, such as a container.
#
#   scripts/cluster/slurm_here.sh [CPUS]
#
# CPUS is the number of tasks at a time (default: that of the machine). `stop`
# instead of a number ends the daemons.
set -euo pipefail
cpus=${1:-$(nproc)} host=$(hostname -s) state=/var/lib/slurm-here

if [ "$cpus" = stop ]; then
  for daemon in slurmd slurmctld munged; do
    [ ! -e $state/$daemon.pid ] || kill "$(cat $state/$daemon.pid)" || true
  done
  exit 0
fi
[[ $cpus =~ ^[1-9][0-9]*$ ]] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
for program in slurmctld slurmd sbatch munged; do
  command -v $program > /dev/null || install=yes
done
if [ -n "${install:-}" ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends slurmctld slurmd slurm-client munge
fi

mkdir -p $state/{state,spool} /etc/slurm /run/munge
chown munge: /run/munge
[ -e /etc/munge/munge.key ] || { mungekey --create && chown munge: /etc/munge/munge.key; }
# A container has no control groups and no systemd, so processes are tracked by their parents. A task is one CPU, and the
# node may have fewer cores than tasks.
cat > /etc/slurm/slurm.conf << END
ClusterName=here
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
StateSaveLocation=$state/state
SlurmdSpoolDir=$state/spool
SlurmctldPidFile=$state/slurmctld.pid
SlurmdPidFile=$state/slurmd.pid
SlurmctldLogFile=$state/slurmctld.log
SlurmdLogFile=$state/slurmd.log
NodeName=$host CPUs=$cpus State=UNKNOWN
PartitionName=here Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
pgrep -x munged > /dev/null || setpriv --reuid=munge --regid=munge --init-groups munged --pid-file=/run/munge/munged.pid
cp /run/munge/munged.pid $state/munged.pid 2> /dev/null || true
pgrep -x slurmctld > /dev/null || slurmctld
pgrep -x slurmd > /dev/null || slurmd
for _ in $(seq 30); do
  [ "$(sinfo --noheader --format=%T 2> /dev/null)" != idle ] || { sinfo; exit 0; }
  sleep 1
done
echo "the node is not ready; see $state/slurmctld.log and slurmd.log" >&2
exit 1
