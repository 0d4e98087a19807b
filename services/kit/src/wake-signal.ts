export type WakeSignal = { ring: () => void; rest: (ms: number) => Promise<void> };

/** A loop rests until somebody rings, or until its time is up. A ring that comes while the loop works ends its next rest at once. */
export function openWakeSignal(): WakeSignal {
  let rung = false;
  let end: () => void = () => undefined;
  return {
    ring: () => {
      rung = true;
      end();
    },
    rest: async (ms) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
