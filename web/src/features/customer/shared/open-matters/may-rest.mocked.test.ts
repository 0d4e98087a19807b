import { expect, test, vi } from "vitest";

vi.mock("../../../../ui/feedback/overlays.ts", () => ({ wantOverlays: () => undefined }));
const { useQuestion } = await import("../../../../ui/feedback/confirm.ts");
const { mayRest } = await import("./may-rest.ts");
const { COULD_NOT_CHECK, TOO_MANY } = await import("./open-words.ts");

const bodyOf = async (...lines: string[]) => {
  const answer = mayRest(lines, "Ann Lee");
  const { asked } = useQuestion.getState();
  asked?.answer(true);
  expect([await answer, asked?.lines]).toEqual([true, lines]);
  return asked?.body;
};

test("it is said that something is open only where something is known to be", async () => {
  expect(await bodyOf("Ann Lee: owes $45 on 1 bill", COULD_NOT_CHECK)).toBe("This is still open and stays as it is:");
  expect(await bodyOf(COULD_NOT_CHECK)).toBeUndefined();
  expect(await mayRest([], "Ann Lee")).toBe(true);
});

test("of more than can be checked nothing is asked, and nothing is done", async () => {
  expect(await mayRest([TOO_MANY], "5,001 clients")).toBe(false);
});
