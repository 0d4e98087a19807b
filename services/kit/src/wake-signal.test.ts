import { expect, test, vi } from "vitest";
import { openWakeSignal } from "./wake-signal.ts";

vi.useFakeTimers();

const resting = (signal: ReturnType<typeof openWakeSignal>, ms: number) => {
  const state = { over: false };
  void signal.rest(ms).then(() => {
    state.over = true;
  });
  return state;
};

test("a rest lasts its time, or until somebody rings", async () => {
  const signal = openWakeSignal();
  const whole = resting(signal, 100);
  await vi.advanceTimersByTimeAsync(99);
  expect(whole.over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(whole.over).toBe(true);
  const cut = resting(signal, 100);
  signal.ring();
  await vi.advanceTimersByTimeAsync(0);
  expect(cut.over).toBe(true);
});

test("a ring while nobody rests is not lost, and ends one rest only, however often it rang", async () => {
  const signal = openWakeSignal();
  signal.ring();
  signal.ring();
  const first = resting(signal, 100);
  await vi.advanceTimersByTimeAsync(0);
  expect(first.over).toBe(true);
  const second = resting(signal, 100);
  await vi.advanceTimersByTimeAsync(50);
  expect(second.over).toBe(false);
});
