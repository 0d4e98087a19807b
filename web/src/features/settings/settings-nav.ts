import { holds } from "../../app/session/permissions.ts";
import type { SessionInfo } from "../../app/session/session.ts";
import { FACILITY } from "../../ui/format/preferences.ts";
import { areas as account } from "../account/settings.ts";
import { areas as calendar } from "../calendar/settings.ts";
import { areas as customer } from "../customer/settings.ts";
import { areas as message } from "../message/settings.ts";
import { areas as offering } from "../offering/settings.ts";
import { areas as onlineBooking } from "../online-booking/settings.ts";
import { areas as order } from "../order/settings.ts";
import { areas as payment } from "../payment/settings.ts";
import type { SettingsItem } from "./settings-item.ts";

/** The groups, and in each the areas, in the order in which one sets up a business. */
const GROUPS: Readonly<Record<SettingsItem["group"], readonly string[]>> = {
  Business: [
    "General",
    "Defaults and email",
    "Locations",
    "Calendar",
    "Check-in alerts",
    "Closed dates",
    "Referral sources",
    "Taxes",
    "Payments",
    "Card readers",
    "Deposit rules",
    "Chart of accounts",
    "Discounts and tip split",
    "Enterprise",
    "Plan",
  ],
  Team: ["Staff", "Working hours", "Calendar sync", "Clock", "Payroll", "Roles", "Account access", "Vans", "Service areas", "Driving"],
  Services: ["Services", "Pricing rules", "Service charges", "Lodging", "Daycare", "Split services"],
  Clients: ["Clients and pets", "Agreements", "Intake forms", "Auto messages", "Online booking", "Your own app"],
  Developers: ["API keys", "Webhooks", "Connections", "Optional features", "App data"],
};

const all = [...account, ...calendar, ...customer, ...message, ...offering, ...onlineBooking, ...order, ...payment];

/** The settings areas as the services describe them, in groups. */
export const settingsNav: readonly SettingsItem[] = Object.entries(GROUPS).flatMap(([group, labels]) =>
  all.filter((item) => item.group === group).sort((a, b) => labels.indexOf(a.label) - labels.indexOf(b.label)),
);

/** Whether this kind of business has an area. */
export const hasArea = ({ preferences }: Pick<SessionInfo, "preferences">, { mobile }: SettingsItem): boolean =>
  !mobile || preferences.appType !== FACILITY;

/** Whether the business has an area, and this person's role opens it. */
export const opens = (who: SessionInfo, item: SettingsItem): boolean => {
  if (!hasArea(who, item)) return false;
  const caller = { employeeCategory: who.employeeCategory ?? 0, permissions: who.permissions };
  return !item.anyOf || item.anyOf.some((name) => holds(caller, name));
};

export const areasFor = (who: SessionInfo): SettingsItem[] => settingsNav.filter((item) => opens(who, item));

/** The area a place belongs to: the longest beginning wins. */
export const areaAt = (pathname: string): SettingsItem | undefined =>
  settingsNav
    .flatMap((item) => [item.path, ...(item.also ?? [])].map((start) => ({ item, start })))
    .filter(({ start }) => pathname === start || pathname.startsWith(`${start}/`))
    .sort((a, b) => b.start.length - a.start.length)[0]?.item;

/** Every typed word begins a word of the area's name, of its group or of what else it is looked for by. */
export const matching = (items: readonly SettingsItem[], typed: string): SettingsItem[] => {
  const starts = typed
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  return items.filter(({ label, group, words }) => {
    const known = `${label} ${group} ${words}`.toLowerCase().split(/[\s-]+/);
    return starts.every((start) => known.some((word) => word.startsWith(start)));
  });
};
