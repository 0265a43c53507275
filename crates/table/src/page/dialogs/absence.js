// The form fields that say when an engine plays for a player who is away.

import { make } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { choice, field, including } from "./frame.js";

const TIMES = [1, 2, 5, 10, 30].map((minutes) => minutes * 60000);
const SKILLS = [0, 5, 10, 15, 20];

// Returns the fields as `parts`, and a function `read()` that returns their values in the format that the server
// expects.
export function absenceFields() {
  const now = state.table?.absence ?? { after: 120000, clocks: false, skill: null };
  const times = including(TIMES, now.after ?? TIMES[0]);
  const text = (ms) => (ms ? words("stand_in.after", ms / 60000) : words("stand_in.at-once"));
  const after = choice(
    "absence-after",
    [...times.map((ms) => [String(ms), text(ms)]), ["", words("stand_in.never")]],
    String(now.after ?? ""),
  );
  const clocks = make("input", { type: "checkbox", id: "absence-clocks" });
  clocks.checked = now.clocks;
  const skills = including(SKILLS, now.skill ?? SKILLS[0]).map((skill) => [String(skill), String(skill)]);
  const skill = choice("absence-skill", [["", words("stand_in.skill.same")], ...skills], String(now.skill ?? ""));
  const read = () => ({
    after: after.value ? Number(after.value) : null,
    clocks: clocks.checked,
    skill: skill.value ? Number(skill.value) : null,
  });
  const parts = [
    field(words("stand_in.when"), after),
    field(words("stand_in.skill"), skill),
    field(words("stand_in.clocks"), clocks),
  ];
  return { parts, read };
}
