import { writeAgreements } from "./agreements.ts";
import { openApi } from "./api.ts";
import { openHotel } from "./hotel.ts";
import { invitePeople } from "./people.ts";
import { offerOf, planVisits } from "./plan.ts";
import { openSchool } from "./school.ts";
import { openShop, signIn, zone } from "./shop.ts";
import { askOnline, type SandboxAccess, startTalks } from "./talk.ts";
import { openTill } from "./till.ts";
import { playVisits } from "./visits.ts";

export type SeedOptions = {
  url: string;
  email: string;
  password: string;
  say?: (line: string) => void;
  sandbox?: SandboxAccess;
  /** When the first try began: what the demo's days are counted from. A later try goes on only with the same. */
  begun?: Temporal.Instant;
};

const weeks = 3;

/**
 * Lays out the demo company through the public API, so that it holds nothing the product cannot make. Every write carries a key of its own:
 * after an interruption the same call goes on where it stopped.
 */
export async function seed({
  url,
  email,
  password,
  say = () => undefined,
  sandbox,
  begun = Temporal.Now.instant(),
}: SeedOptions): Promise<void> {
  const api = openApi(url);
  await signIn(api, email, password);
  const shop = await openShop(api, { slots: true });
  say(`Maple Street Pets is open with ${shop.staff.length} staff`);
  await writeAgreements(api);
  const households = await invitePeople(api);
  say(`${households.length} clients have come with their pets`);
  const now = begun.toZonedDateTimeISO(zone);
  const today = now.toPlainDate().toString();
  const offers = shop.services.filter((service) => service.duration > 0 && service.duration <= 180).map(offerOf);
  const visits = planVisits({
    today,
    now: now.hour * 60 + now.minute,
    staff: shop.staff,
    households,
    offers,
    daysBefore: 7 * weeks,
    daysAfter: 7 * weeks,
  });
  await openTill(api);
  await playVisits(api, visits, today, say);
  say(`${await openHotel(api, households, today)} stays are booked in the hotel`);
  const instructor = shop.staff[0]?.staffId ?? "0";
  say(`${await openSchool(api, households, today, instructor)} dogs go to school`);
  await startTalks(api, households, sandbox);
  await askOnline(api, today);
  say("messages and booking requests are waiting");
}
