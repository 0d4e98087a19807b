import { fromWireDate, toWireDate } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClassService, EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { OverviewService } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { App } from "../app.ts";
import { dayOf } from "../day/outside.ts";
import type { Person } from "../small-shop.ts";
import { zone } from "./every-care.ts";
import { arrivesAt, asksFor, firstTime, saysWhere, sends, takesATime, takesDays, turnsTo } from "./visitor.ts";

// Every care a shop sells, and how somebody books it on a phone.

const tenth = Temporal.Now.plainDateISO(zone).add({ months: 1 }).with({ day: 10 });
const after = (days: number): string => tenth.add({ days }).toString();

/** Where it is booked, and whose it is. */
export type Shop = { app: Omit<App, "stop">; owner: Person; url: string; classId: string };

export type Care = {
  /** Their last name too. */
  care: string;
  number: string;
  /** From the landing page until they say who they are; answers what is theirs then, where the next visitor is told by it what is gone. */
  chooses: (page: Page, shop: Shop) => Promise<unknown>;
  /** What comes between the code and the request, where anything does. */
  first?: (page: Page) => Promise<void>;
  /** What the next visitor sees of the same. */
  second?: (page: Page, shop: Shop, taken: unknown) => Promise<void>;
  /** What the shop reads of the request. */
  shown: RegExp;
  /** What stands in the shop's books afterwards. */
  booked: (shop: Shop) => Promise<unknown>;
  is: unknown;
};

export const outsideOf = (page: Page) => page.getByText("This is outside the area where Every Care usually walks.");

/** The appointments of the client, as their pets, services and length. */
async function visitsOf(owner: Person, lastName: string) {
  const { clients } = await owner.api.client(SearchService).searchClients({ keyword: lastName });
  const { appointments } = await owner.api
    .client(AppointmentService)
    .listCustomerAppointments({ customerId: clients[0]?.customerId ?? "0" });
  return appointments;
}
const servicesOf = async (owner: Person, lastName: string) =>
  (await visitsOf(owner, lastName))
    .flatMap(({ petServiceList }) => petServiceList.map(({ petName, serviceName }) => `${petName}: ${serviceName}`))
    .sort();

const nights = { kind: "Boarding", service: /Overnight/ } as const;
const fullDay = { kind: "Daycare", service: /Full day/ } as const;
const puppies = { kind: "Class", service: /Puppy school/ } as const;
const walk = { service: /30-minute walk/ };

export const cares: Care[] = [
  {
    care: "Grooming",
    number: "+12065550180",
    shown: /Bath and brush/,
    async chooses(page, { url }) {
      await asksFor(page, url, { pets: ["Truffle"], service: /Bath and brush/ }, /^Choose a time/);
      await arrivesAt(page, /^What time works/);
      return await takesATime(page);
    },
    async second(page, { url }, taken) {
      await asksFor(page, url, { pets: ["Moss"], service: /Bath and brush/ }, /^Choose a time/);
      expect(await firstTime(page), "the only groomer has it").not.toBe(taken);
    },
    booked: ({ owner }) => servicesOf(owner, "Grooming"),
    is: ["Truffle: Bath and brush"],
  },
  {
    care: "Boarding",
    number: "+12065550184",
    shown: /Rooms held/,
    async chooses(page, { url }) {
      await asksFor(page, url, { pets: ["Truffle"], ...nights }, /^Choose the nights/);
      await takesDays(page, [after(0), after(3)]);
      await page.getByRole("button", { name: /held for/ }).waitFor();
      const bill = page.getByLabel("Price", { exact: true });
      await bill.getByText("3 nights × $45.00").waitFor();
      await bill.getByText("$135.00").first().waitFor();
      // What its boarding adds to a stay of three nights.
      await bill.getByText("Truffle · Farewell bath · last day").waitFor();
      await bill.getByText("$165.00").waitFor();
      await arrivesAt(page, /night/);
      await page.getByRole("button", { name: /held for/ }).tap();
    },
    async second(page, { url }) {
      await asksFor(page, url, { pets: ["Truffle"], ...nights }, /^Choose the nights/);
      await turnsTo(page, after(0));
      await page
        .getByRole("button", { name: /, full$/ })
        .first()
        .waitFor();
      expect(await dayOf(page, after(0)).isDisabled()).toBe(true);
      const next = tenth.with({ day: 1 }).add({ months: 1 });
      await dayOf(page, next.subtract({ days: 1 }).toString()).tap();
      await page.getByRole("button", { name: "Later month" }).tap();
      await dayOf(page, next.add({ days: 3 }).toString()).tap();
      await page.getByLabel("Price", { exact: true }).getByText("4 nights × $45.00").waitFor();
    },
    async booked({ owner }) {
      const span = { startDate: toWireDate(after(0)), endDate: toWireDate(after(3)) };
      const { cards } = await owner.api.client(StayService).getLodgingCalendar(span);
      return cards.map(({ petList, stayEndDate }) => [petList[0]?.petName, stayEndDate && fromWireDate(stayEndDate, "stayEndDate")]);
    },
    is: [["Truffle", after(3)]],
  },
  {
    care: "Daycare",
    number: "+12065550185",
    shown: new RegExp(`${tenth.day}; .* ${tenth.day + 2}`),
    async chooses(page, { url }) {
      await asksFor(page, url, { pets: ["Truffle"], ...fullDay }, /^Choose the days/);
      await takesDays(page, [after(0), after(2)]);
      await page.getByLabel("Price", { exact: true }).getByText("$76.00").waitFor();
      await arrivesAt(page, /day/);
      await page.getByRole("button", { name: "Continue" }).tap();
    },
    async second(page, { url }) {
      await asksFor(page, url, { pets: ["Truffle"], ...fullDay }, /^Choose the days/);
      await turnsTo(page, after(0));
      await page
        .getByRole("button", { name: /, full$/ })
        .first()
        .waitFor();
      expect([await dayOf(page, after(0)).isDisabled(), await dayOf(page, after(2)).isDisabled()]).toEqual([true, true]);
    },
    async booked({ owner }) {
      const on = async (day: string) => {
        const { appointments } = await owner.api.client(OverviewService).listOverviewAppointments({ date: toWireDate(day) });
        return appointments.filter(({ petServiceList }) => petServiceList[0]?.serviceName === "Full day").length;
      };
      return [await on(after(0)), await on(after(2))];
    },
    is: [1, 1],
  },
  {
    care: "Evaluation",
    number: "+12065550172",
    shown: /Temperament test/,
    async chooses(page, { url }) {
      await asksFor(page, url, { pets: ["Moss"], kind: "Daycare", service: /Day camp/ }, /^Choose the days/);
      await takesDays(page, [after(5)]);
      await page.getByRole("button", { name: "Continue" }).tap();
    },
    async first(page) {
      await page.getByRole("button", { name: "Book Temperament test instead" }).tap();
      await page.getByRole("button", { name: /^Choose a time/ }).tap();
      await takesATime(page);
      await page.getByRole("button", { name: "Send request" }).tap();
    },
    booked: ({ owner }) => servicesOf(owner, "Evaluation"),
    is: ["Moss: Temperament test"],
  },
  {
    care: "Class",
    number: "+12065550186",
    shown: /Places held/,
    async chooses(page, { url }) {
      await asksFor(page, url, { pets: ["Truffle"], ...puppies }, /^Choose the class/);
      await page.getByText("1 place left").waitFor();
      await page.getByRole("radio", { name: /Tuesday puppies/ }).check();
      await page.getByLabel("Price", { exact: true }).getByText("$150.00").waitFor();
      await arrivesAt(page, /class/i);
      await page.getByRole("button", { name: "Continue" }).tap();
    },
    async second(page, { url, app }) {
      await asksFor(page, url, { pets: ["Moss"], ...puppies }, /^Choose the class/);
      await page.getByText("Full: join the waitlist").waitFor();
      await page.getByRole("radio", { name: /Tuesday puppies/ }).check();
      await page.getByRole("button", { name: "Continue to the waitlist" }).tap();
      await sends(app, page, "Waits", "+12065550171");
      await page.getByText(/You asked to wait for a place/).waitFor();
    },
    async booked({ owner, classId }) {
      const { enrolments } = await owner.api.client(ClassService).getClass({ id: classId });
      return enrolments.map(({ petName, state }) => [petName, state]);
    },
    is: [["Truffle", EnrolmentState.ENROLLED]],
  },
  {
    care: "Walk",
    number: "+12065550182",
    shown: /Come to 12 Oak Street, Apt 4, Brooklyn, NY 11201/,
    async chooses(page, { url }) {
      await asksFor(page, url, { pets: ["Bear", "Bo"], ...walk }, /^Continue/);
      await page.getByRole("button", { name: "Tell us the street" }).waitFor();
      await saysWhere(page, "12 Oak Street", "99950");
      await outsideOf(page).waitFor();
      await page.getByLabel("ZIP code").fill("11201");
      await outsideOf(page).waitFor({ state: "detached" });
      await page.getByLabel("Apartment, gate, floor (optional)").fill("Apt 4");
      await arrivesAt(page, "Where do we pick up?");
      await page.getByRole("button", { name: "Choose a time" }).tap();
      await page.getByText(/about 30 min/).waitFor();
      await page.goBack();
      expect(await page.getByLabel("Street address").inputValue(), "what was typed is kept").toBe("12 Oak Street");
      await page.getByRole("button", { name: "Choose a time" }).tap();
      return await takesATime(page);
    },
    async second(page, { url }, taken) {
      await asksFor(page, url, { pets: ["Moss"], ...walk }, /^Continue/);
      await saysWhere(page, "14 Oak Street", "11201");
      await page.getByRole("button", { name: "Choose a time" }).tap();
      expect(await firstTime(page), "the only walker has it").not.toBe(taken);
    },
    async booked({ owner }) {
      const [asked] = await visitsOf(owner, "Walk");
      const { addresses } = await owner.api.client(AddressService).listAddresses({ customerId: asked?.customerId ?? "0" });
      const isThere = addresses.length === 1 && asked?.addressId === addresses[0]?.customerAddressId;
      return [
        await servicesOf(owner, "Walk"),
        (asked?.endTime ?? 0) - (asked?.startTime ?? 0),
        isThere,
        addresses[0]?.address2,
        addresses[0]?.isPrimary,
      ];
    },
    is: [["Bear: 30-minute walk", "Bo: 30-minute walk"], 30, true, "Apt 4", true],
  },
];
