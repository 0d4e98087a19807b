import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => sessionStorage.clear());

/** The page as it is after a reload, with this person signed in, or known only once the page is there. */
async function opened(accountId: string, { late = false } = {}) {
  vi.resetModules();
  const { clearSession, setSession } = await import("./session.ts");
  const { defaultPreferences } = await import("../../ui/format/preferences.ts");
  const { keptDrafts } = await import("./kept-drafts.ts");
  const signIn = (id: string) =>
    setSession({
      account: { id, email: "", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
      businesses: [],
      permissions: new Set(),
      preferences: defaultPreferences,
    });
  if (!late) signIn(accountId);
  const drafts = keptDrafts<{ text: string }>("test", () => ({ text: "" }));
  if (late) signIn(accountId);
  return { drafts, signIn, signOut: clearSession };
}

test.each([{ late: false }, { late: true }])("what is typed is there after a reload, for whoever typed it: %j", async (known) => {
  const before = await opened("7");
  before.drafts.setState({ text: "Hates the dryer" });
  const after = await opened("7", known);
  expect(after.drafts.getState()).toEqual({ text: "Hates the dryer" });
  expect((await opened("8", known)).drafts.getState()).toEqual({ text: "" });
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
  expect(sessionStorage.getItem("leashline-test")).not.toContain("cheese");
  expect((await opened("8")).drafts.getState()).toEqual({ text: "" });
});
