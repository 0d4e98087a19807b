/** Whether a visitor lets a shop count their visits; nothing before they were asked. */
export type Choice = "yes" | "no" | undefined;

// For a browser that keeps nothing: until the page is left.
const unkept = new Map<string, Choice>();
const key = (shop: string): string => `leashline-counted:${shop}`;

const read = (text: string | null | undefined): Choice => (text === "yes" || text === "no" ? text : undefined);

export const choiceAt = (shop: string): Choice => {
  try {
    return read(localStorage.getItem(key(shop))) ?? unkept.get(shop);
  } catch {
    return unkept.get(shop);
  }
};

export const keepChoice = (shop: string, choice: "yes" | "no"): void => {
  unkept.set(shop, choice);
  try {
    localStorage.setItem(key(shop), choice);
  } catch {
    // Storage is switched off in this browser; the map above serves until the page is left.
  }
};
