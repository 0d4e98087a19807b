import type { Page } from "playwright-core";
import { expect, vi } from "vitest";

/** Who works without a mouse: nothing here points or clicks. */
export interface Hands {
  /** Keys one after the other. */
  key: (...names: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** What has the focus, as it is called; empty when it is lost to the page itself. */
  focused: () => Promise<string>;
  /** The focus comes to what is called this. */
  holds: (name: RegExp) => Promise<void>;
  /** Goes on by Tab until what has the focus is called this. */
  reach: (name: RegExp, by?: string) => Promise<void>;
}

export function handsOn(page: Page): Hands {
  const key = (...names: string[]) => names.reduce((before, name) => before.then(() => page.keyboard.press(name)), Promise.resolve());
  const focused = (): Promise<string> =>
    page.evaluate<string>(`(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return "";
      return (at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? at.tagName).trim();
    })()`);
  return {
    key,
    type: (text) => page.keyboard.type(text),
    focused,
    holds: (name) => vi.waitFor(async () => expect(await focused()).toMatch(name), { timeout: 30_000, interval: 50 }),
    async reach(name, by = "Tab") {
      const passed: string[] = [];
      for (let step = 0; step < 80; step++) {
        await key(by);
        const at = await focused();
        if (name.test(at)) return;
        passed.push(at.slice(0, 40));
      }
      throw new Error(`${name} cannot be reached; passed ${passed.join(", ")}`);
    },
  };
}
