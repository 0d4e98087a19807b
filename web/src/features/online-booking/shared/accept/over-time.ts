/** A time by the shop's clock. */
type Clock = { date: string; minutes: number };

/** Whether a visit would begin at a time that is over: nobody can be expected then. */
export const isOver = (now: Clock, { date, startTime }: { date: string; startTime: number }): boolean =>
  date < now.date || (date === now.date && startTime <= now.minutes);

const wrong = (helperText: string) => ({ error: true, helperText });

/** What the field of a day says of it, before anybody presses. */
export const overText = (over: boolean) => (over ? wrong("This time has passed. Choose a later one.") : {});

/** The same of one of several days. */
export const dayText = (days: readonly string[], index: number, over: boolean) =>
  days.indexOf(days[index] ?? "") < index ? wrong("Choose each day only once.") : overText(over);

/** What the field of the day they leave says. */
export const endText = (nights: number) => (nights <= 0 ? wrong("Pick-up comes after drop-off.") : {});

/** Shows whoever presses all the same which field is wrong: a button that cannot be pressed would not hear that it was put right just before. */
export const toWrong = (form: ParentNode): void => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
