import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { type Api, withHands } from "./api.ts";
import { questions } from "./names.ts";
import type { Household } from "./people.ts";
import { pageName } from "./shop.ts";

/** Where the sandbox is, and what opens its API. */
export type SandboxAccess = { url: string; token: string };

/** A few conversations: the shop wrote, and some clients answered through the sandbox's phone. */
export async function startTalks(api: Api, households: readonly Household[], sandbox?: SandboxAccess): Promise<void> {
  const some = households.slice(0, 8);
  await withHands(some, 2, async (household, index) => {
    const [name = ""] = household.name.split(" ");
    await api.once(MessageService, `hello-${index}`).sendMessage({
      customerId: household.customerId,
      messageText: `Hi ${name}, thank you for your visit. How is everybody feeling after the groom?`,
    });
    if (index < 4 && sandbox) await reply(sandbox, household.phoneNumber, questions[index % questions.length] ?? "");
  });
}

/** Answers a text as the client; the sandbox posts it on as the provider would. */
async function reply({ url, token }: SandboxAccess, from: string, body: string): Promise<void> {
  await fetch(`${url}/sandbox/api/texts/reply`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ from, body }),
  });
}

const wishes = [
  {
    firstName: "Nell",
    lastName: "Harper",
    phoneNumber: "+12065557001",
    email: "nell.harper@example.test",
    petName: "Truffle",
    breed: "Goldendoodle",
  },
  { firstName: "Sam", lastName: "Okoye", phoneNumber: "+12065557002", email: "", petName: "Ponyo", breed: "Corgi" },
  { firstName: "Iris", lastName: "Blom", phoneNumber: "+12065557003", email: "iris.blom@example.test", petName: "Bear", breed: "Samoyed" },
];

/** Three people who found the page and ask for a time. */
export async function askOnline(api: Api, today: string): Promise<void> {
  const page = api.client(StorefrontService);
  const { storefront } = await page.getStorefront({ bookOnlineName: pageName });
  const service = storefront?.services.find((one) => one.careType === "GROOMING") ?? storefront?.services[0];
  if (!service) return;
  const start = Temporal.PlainDate.from(today).add({ days: 2 });
  const end = start.add({ days: 20 });
  for (const [index, wish] of wishes.entries()) {
    const { petName, breed, ...customer } = wish;
    const { days } = await page.listAvailableTimes({
      bookOnlineName: pageName,
      pets: [{ serviceIds: [service.serviceId] }],
      startDate: parts(start),
      endDate: parts(end),
    });
    const day = days[index * 2] ?? days[0];
    const time = day?.times[0];
    if (!day || !time) return;
    await api.once(StorefrontService, `ask-${index}`).submitBooking({
      bookOnlineName: pageName,
      customer,
      pets: [{ petName, petType: "Dog", breed, serviceIds: [service.serviceId] }],
      date: parts(Temporal.PlainDate.from(day.date)),
      startTime: time.startTime,
      additionalNote: index === 0 ? "First groom, a little nervous." : "",
    });
  }
}

const parts = (date: Temporal.PlainDate) => ({ year: date.year, month: date.month, day: date.day });
