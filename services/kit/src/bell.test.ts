import { expect, test, vi } from "vitest";
import { openBell } from "./bell.ts";

vi.useFakeTimers();

const resting = (bell: ReturnType<typeof openBell>, ms: number) => {
  const state = { over: false };
  void bell.rest(ms).then(() => {
    state.over = true;
  });
  return state;
};

test("a rest lasts its time, or until somebody rings", async () => {
  const bell = openBell();
  const whole = resting(bell, 100);
  await vi.advanceTimersByTimeAsync(99);
  expect(whole.over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(whole.over).toBe(true);
  const cut = resting(bell, 100);
  bell.ring();
  await vi.advanceTimersByTimeAsync(0);
  expect(cut.over).toBe(true);
});

test("a ring while nobody rests is not lost, and ends one rest only, however often it rang", async () => {
  const bell = openBell();
  bell.ring();
  bell.ring();
  const first = resting(bell, 100);
  await vi.advanceTimersByTimeAsync(0);
  expect(first.over).toBe(true);
  const second = resting(bell, 100);
  await vi.advanceTimersByTimeAsync(50);
  expect(second.over).toBe(false);
});
