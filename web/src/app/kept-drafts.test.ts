import { beforeEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
globalThis.sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
} as Storage;

beforeEach(() => stored.clear());

/** The page as it is after a reload, with this person signed in. */
async function opened(accountId: string) {
  vi.resetModules();
  const { clearSession, defaultPreferences, setSession } = await import("./session.ts");
  const { keptDrafts } = await import("./kept-drafts.ts");
  const signIn = (id: string) =>
    setSession({
      account: { id, email: "", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
      businesses: [],
      permissions: new Set(),
      preferences: defaultPreferences,
    });
  signIn(accountId);
  return { drafts: keptDrafts<{ text: string }>("test", () => ({ text: "" })), signIn, signOut: clearSession };
}

test("what is typed is there after a reload, for whoever typed it", async () => {
  const before = await opened("7");
  before.drafts.setState({ text: "Hates the dryer" });
  const after = await opened("7");
  expect(after.drafts.getState()).toEqual({ text: "Hates the dryer" });
  expect((await opened("8")).drafts.getState()).toEqual({ text: "" });
});

test("it outlives what the server says anew of the same person, and goes when they sign out or another signs in", async () => {
  const { drafts, signIn, signOut } = await opened("7");
  drafts.setState({ text: "Hates the dryer" });
  signIn("7");
  expect(drafts.getState().text).toBe("Hates the dryer");
  signIn("8");
  expect(drafts.getState().text).toBe("");
  drafts.setState({ text: "Loves cheese" });
  signOut();
  expect([...stored.values()].join()).not.toContain("cheese");
  expect((await opened("8")).drafts.getState()).toEqual({ text: "" });
});
