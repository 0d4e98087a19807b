type Texts = Record<string, string>;

const SECRET = ["password", "code"];
/** What was typed on the pages around signing in: it stands on the next of them too, and is still there after the back key. It goes with the page. */
const typed: Texts = {};

export const keepTyped = (name: string, value: string): void => {
  if (!SECRET.includes(name)) typed[name] = value;
};

export const withTyped = <T extends Texts>(start: T): T =>
  Object.fromEntries(Object.entries(start).map(([name, value]) => [name, value || (typed[name] ?? "")])) as T;

/** Whoever has signed in leaves nothing behind for the next one. */
export const forgetTyped = (): void => {
  for (const name of Object.keys(typed)) delete typed[name];
};
