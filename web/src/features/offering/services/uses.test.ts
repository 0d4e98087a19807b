import { expect, test } from "vitest";
import { touchedBy } from "./uses.ts";

const none = { upcomingAppointments: 0, pricingRuleNames: [], addOnNames: [], askingServiceNames: [], bookOnline: true };

test.each([
  ["nobody", none, []],
  [
    "one visit to come",
    { ...none, upcomingAppointments: 1 },
    ["1 upcoming appointment keeps the price and length it was booked with.", "Your booking page shows the change right away."],
  ],
  [
    "visits, rules, add-ons and what asks for it, not online",
    {
      ...none,
      upcomingAppointments: 12,
      pricingRuleNames: ["Weekend", "Second pet"],
      addOnNames: ["Nails"],
      askingServiceNames: ["Daycare"],
      bookOnline: false,
    },
    [
      "12 upcoming appointments keep the price and length they were booked with.",
      "Pricing: Weekend and Second pet will apply to the new price.",
      "Add-ons offered with it: Nails.",
      "Required by: Daycare.",
    ],
  ],
])("a change of a service touches %s", (_, uses, lines) => expect(touchedBy(uses)).toEqual(lines));
