// A short sound of two tones.

// The pitches in hertz.
const PITCHES = [587, 880];
// The length of a tone and its loudness: the loudest sound has 1.
const TONE_S = 0.14;
const LOUDNESS = 0.2;
let audio = null;
// The number of tones that are not over yet.
let tones = 0;

// Lets the page make sounds later. Call this while somebody uses the page.
export function unlock() {
  if (!audio && "AudioContext" in window) {
    audio = new AudioContext();
    audio.resume().then(rest);
  }
}

export async function beep() {
  if (audio) {
    tones += PITCHES.length;
    await audio.resume();
    PITCHES.forEach((pitch, index) => tone(pitch, audio.currentTime + index * TONE_S));
  }
}

function tone(pitch, start) {
  const source = new OscillatorNode(audio, { frequency: pitch });
  const volume = new GainNode(audio, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS / 1000, start + TONE_S);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + TONE_S);
  source.addEventListener("ended", () => {
    tones -= 1;
    rest();
  });
}

// Saves power while nothing sounds.
const rest = () => tones || audio.suspend();
