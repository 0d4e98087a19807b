import { useEffect, useRef } from "react";
import { create } from "zustand";

/** A key, "mod+k", or two after each other, "g c". `mod` is Command on a Mac and Control elsewhere. */
export type KeyBinding = {
  keys: string;
  label: string;
  /** Without it the keys are only listed, as they are written there: the part of the page that has the focus acts on them. */
  run?: () => void;
  /** Also while one types in a field. */
  always?: boolean;
};

const mac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

export const useBindings = create<{ sets: Map<object, { heading: string; bindings: KeyBinding[] }> }>()(() => ({ sets: new Map() }));

/** Registers keys while the component is on the page; `?` lists them under the heading. */
export const useKeys = (heading: string, bindings: KeyBinding[]): void => {
  const owner = useRef({});
  useEffect(() => {
    const mine = owner.current;
    useBindings.setState(({ sets }) => ({ sets: new Map(sets).set(mine, { heading, bindings }) }));
    return () =>
      useBindings.setState(({ sets }) => {
        const rest = new Map(sets);
        rest.delete(mine);
        return { sets: rest };
      });
  }, [heading, bindings]);
};

type Pressed = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">;

/** The name of a pressed key as bindings write it. */
export const keyName = (event: Pressed, onMac = mac): string => {
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const name = event.key === " " ? "space" : event.key.length === 1 ? event.key.toLowerCase() : event.key.toLowerCase();
  return `${mod && event.shiftKey ? "shift+" : ""}${mod ? "mod+" : ""}${event.altKey ? "alt+" : ""}${name}`;
};

export const writeKeys = (keys: string): string[] =>
  keys.split(" ").map((part) =>
    part
      .replace("mod+", mac ? "⌘" : "Ctrl ")
      .replace("arrowleft", "←")
      .replace("arrowright", "→")
      .replace(/(^|[ ⌘])([a-z])$/, (_, a: string, b: string) => a + b.toUpperCase()),
  );

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Two keys belong together when they follow within this time. */
const SEQUENCE_MS = 900;

/** One listener for all bindings. Answers the way to stop. */
export const listenForKeys = (): (() => void) => {
  let before: { name: string; at: number } | undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    const name = keyName(event);
    const inField = typing(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null;
    const joined = before && event.timeStamp - before.at < SEQUENCE_MS ? `${before.name} ${name}` : undefined;
    before = { name, at: event.timeStamp };
    for (const { bindings } of useBindings.getState().sets.values()) {
      const run = bindings.find((one) => one.run && (one.keys === joined || one.keys === name) && (one.always || !inField))?.run;
      if (!run) continue;
      event.preventDefault();
      before = undefined;
      run();
      return;
    }
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
};
