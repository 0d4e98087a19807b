import type { Check } from "../../../ui/format/validate.ts";

/** As it stands in the address, however it was typed. */
export const plainPageName = (typed: string): string => typed.trim().toLowerCase();

/** UpdateOnlineBookingSettingRequest.book_online_name. */
export const pageNameCheck: Check = (typed) =>
  /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/.test(plainPageName(typed))
    ? undefined
    : "Use 3 to 60 letters, digits and hyphens, with no hyphen first or last";
