import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";

/** Counts what the gateway does. */
export interface Observer {
  call(method: ContractMethod, status: number, ms: number): void;
  socket(change: 1 | -1): void;
  dropped(reason: string): void;
  render(): Promise<{ type: string; text: string }>;
}

/** Opens its counters with the first thing to count or the first question for them: an idle gateway carries none. */
export function openObserver(): Observer {
  let counters: Observer | undefined;
  let opening: Promise<Observer> | undefined;
  const open = () =>
    (opening ??= import("./metrics.ts").then(({ openCounters }) => {
      counters = openCounters();
      return counters;
    }));
  return {
    call(method, status, ms) {
      if (counters) counters.call(method, status, ms);
      else void open().then((all) => all.call(method, status, ms));
    },
    socket(change) {
      if (counters) counters.socket(change);
      else void open().then((all) => all.socket(change));
    },
    dropped(reason) {
      if (counters) counters.dropped(reason);
      else void open().then((all) => all.dropped(reason));
    },
    render: async () => (await open()).render(),
  };
}
