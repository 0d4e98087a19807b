import type { Answers } from "@leashline/proto/rules/intake-answers.ts";

/** What somebody has typed into a form, kept on their device until it is sent: through a reload, and for days. */
export type Kept = { ticket: string; answers: Answers };

const DAYS = 30;
const nameOf = (formId: string) => `leashline.intake.${formId}`;

export function readKept(formId: string): Kept | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(nameOf(formId)) ?? "null") as (Kept & { until: number }) | null;
    return found && found.until > Date.now() && Array.isArray(found.answers.pets) ? found : undefined;
  } catch {
    return undefined;
  }
}

export function keep(formId: string, kept: Kept): void {
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify({ ...kept, until: Date.now() + DAYS * 86_400_000 }));
  } catch {
    // A device that keeps nothing still sends the form.
  }
}

export function forget(formId: string): void {
  try {
    localStorage.removeItem(nameOf(formId));
  } catch {
    // As above.
  }
}

const DEVICE = "leashline.intake.device";

/** What tells this device from others on the same network, and nobody whose it is. */
export function readDevice(): string {
  try {
    return localStorage.getItem(DEVICE) ?? "";
  } catch {
    return "";
  }
}

export function keepDevice(device: string): void {
  try {
    localStorage.setItem(DEVICE, device);
  } catch {
    // As above.
  }
}
