import { fail } from "@leashline/kit";
import type { Settings } from "./settings.store.ts";

type Given = { [K in keyof Omit<Settings, "version">]?: Settings[K] | undefined };

/** Settings with what a request carries of them; reminders need a way to go. */
export function changed(before: Settings, given: Given): Settings {
  const settings = {
    approvalRequired: given.approvalRequired ?? before.approvalRequired,
    remindDaysBefore: given.remindDaysBefore ?? before.remindDaysBefore,
    remindByText: given.remindByText ?? before.remindByText,
    remindByEmail: given.remindByEmail ?? before.remindByEmail,
    version: before.version + 1,
  };
  if (settings.remindDaysBefore > 0 && !settings.remindByText && !settings.remindByEmail)
    throw fail("PARAMS_INVALID", { field: "remindByEmail", reason: "choose text, e-mail or both" });
  return settings;
}
