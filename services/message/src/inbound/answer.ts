export type Answer = "confirm" | "cancel";

/** Y confirms, N cancels; nothing else does, so that "No problem, see you!" cancels nothing. */
export function answerIn(text: string): Answer | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, "");
  if (["y", "yes", "confirm", "c"].includes(word)) return "confirm";
  return ["n", "no", "cancel"].includes(word) ? "cancel" : null;
}

const STOP = /^\s*(stop|stopall|unsubscribe|cancelall|end|quit|revoke|optout)\s*$/i;
const START = /^\s*(start|unstop)\s*$/i;

/** Whether a text stops the texts to its phone (true), starts them again (false), or is about neither. */
export function stopIn(text: string): boolean | null {
  if (STOP.test(text)) return true;
  return START.test(text) ? false : null;
}
