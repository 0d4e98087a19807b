import { wireDay } from "../wire.ts";
import { type Credential, callRpc, parsed } from "./call.ts";
import type { Walker } from "./callers.ts";
import { at, type Company, make, settled, type World } from "./company.ts";
import { day } from "./steps.ts";

/** Who looks: the same place, three lengths of reach, and somebody who works elsewhere. */
export interface Viewers {
  own: Walker;
  working: Walker;
  all: Walker;
  elsewhere: Walker;
}

/** Something that lists, counts or finds: of the things made for it, which a caller is shown, by name. */
export interface Sight {
  name: string;
  see: (viewer: Walker) => Promise<string[]>;
  expected: { own: string[]; working: string[]; all: string[] };
}

type Named = Record<string, string>;

/** Things of different people and places, and what each list shows of them by the reach of the caller's role (core §6). */
export async function sights(world: World, company: Company, viewers: Viewers): Promise<Sight[]> {
  const clients = await makeClients(world, company, viewers);
  const logs = await makeLogs(world, company, viewers);
  const requests = await makeRequests(world, company, viewers);
  await makeThreads(world, company, viewers, clients);
  const elsewhere = await makeVisitElsewhere(world, company, viewers);
  const people = { O: viewers.own.staffId ?? "", W: viewers.working.staffId ?? "" };
  const ask = shownBy(world);
  const byClient = { own: ["mine"], working: ["here", "mine"], all: ["here", "mine", "there"] };
  const byPerson = { own: ["O"], working: ["O", "W"], all: ["O", "W"] };
  const ids = Object.values(clients);
  return [
    {
      name: "list of clients",
      see: ask("customer.v1.ClientListService/ListClients", { pageSize: 200 }, clients, "customerId"),
      expected: byClient,
    },
    {
      name: "search of clients",
      see: ask("customer.v1.SearchService/SearchClients", { keyword: "Scopely" }, clients, "customerId"),
      expected: byClient,
    },
    {
      name: "clients by id",
      see: ask("customer.v1.ClientService/BatchGetClients", { customerIds: ids, allowMissing: true }, clients, "customerId"),
      expected: byClient,
    },
    {
      name: "what a client has open at another location",
      see: tellsOpen(world, elsewhere),
      expected: { own: [], working: [], all: ["open", "overview"] },
    },
    { name: "clock records", see: ask("account.v1.ClockService/ListClockLogs", { pageSize: 200 }, logs, "id"), expected: byPerson },
    { name: "who is clocked in", see: ask("account.v1.ClockService/ListClockStatuses", {}, people, "staffId"), expected: byPerson },
    { name: "payroll staff", see: ask("account.v1.StaffService/ListPayrollStaff", {}, people, "id"), expected: byPerson },
    {
      name: "booking requests",
      see: ask("online_booking.v1.BookingRequestService/ListBookingRequests", { pageSize: 100 }, requests, "id"),
      expected: byPerson,
    },
    // Of messages the middle level is not a place but all of the own clients (core §6).
    {
      name: "threads",
      see: ask(
        "message.v1.ThreadService/ListThreads",
        { pageSize: 100 },
        { mine: clients.mine ?? "", here: clients.here ?? "" },
        "customerId",
      ),
      expected: { own: ["mine"], working: [], all: ["here", "mine"] },
    },
  ];
}

/** The names of those whose id stands in a field of the answer, wherever that is. */
const shownBy =
  (world: World) =>
  (rpc: string, request: object, named: Named, field: string) =>
  async (viewer: Walker): Promise<string[]> => {
    const answer = await callRpc(world.url, `/leashline.${rpc}`, request, viewer);
    if (answer.status !== 200) throw new Error(`${rpc} for ${viewer.name}: ${answer.text}`);
    const found = new Set(idsIn(parsed(answer.text), field));
    return Object.keys(named)
      .filter((name) => found.has(named[name] ?? ""))
      .sort();
  };

function idsIn(value: unknown, field: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (name === field && typeof each === "string" ? [each] : idsIn(each, field)));
}

async function makeClients(world: World, { owner, businessIds, mark }: Company, { own }: Viewers): Promise<Named> {
  const [first, second] = businessIds;
  const client = async (lastName: string, preferredBusinessId: string, preferredGroomerId = "0") =>
    at(
      await make(world, owner, "customer.v1.ClientService/CreateClientWithPets", {
        client: { firstName: "Scopely", lastName: `${mark} ${lastName}`, preferredBusinessId, preferredGroomerId },
        pets: [{ petName: "Scout", petType: "Dog" }],
      }),
      "client.customerId",
    );
  return { mine: await client("mine", first, own.staffId), here: await client("here", first), there: await client("there", second) };
}

async function makeLogs(world: World, { owner }: Company, { own, working }: Viewers): Promise<Named> {
  const log = async ({ staffId }: Walker) => {
    const clockInTime = Temporal.Now.instant().subtract({ hours: 30 }).toString();
    const clockOutTime = Temporal.Now.instant().subtract({ hours: 29 }).toString();
    return at(await make(world, owner, "account.v1.ClockService/CreateClockLog", { staffId, clockInTime, clockOutTime }), "log.id");
  };
  return { O: await log(own), W: await log(working) };
}

/** Each asked for a person of their own; the page offers nobody before the calendar knows them. */
async function makeRequests(world: World, { owner, known, mark }: Company, { own, working }: Viewers): Promise<Named> {
  const wish = { bookOnlineName: known.book_online_name, pets: [{ serviceIds: [known.service_id] }] };
  const request = async ({ staffId }: Walker, number: number) => {
    const span = { startDate: day(14), endDate: day(24), staffId };
    const times = await settled(async () => {
      const found = await make(world, {}, "online_booking.v1.StorefrontService/ListAvailableTimes", { ...wish, ...span });
      if (at(found, "days.0.date") === "") throw new Error(`no time with ${staffId}`);
      return found;
    });
    await make(world, owner, "online_booking.v1.StorefrontService/SubmitBooking", {
      bookOnlineName: wish.bookOnlineName,
      customer: { firstName: "Scopely", lastName: `${mark} asks`, phoneNumber: `+120655588${number}` },
      pets: [{ petName: "Sprig", petType: "Dog", serviceIds: [known.service_id] }],
      staffId,
      date: wireDay(at(times, "days.0.date")),
      startTime: Number(at(times, "days.0.times.0.startTime")),
    });
    const listed = (await make(world, owner, "online_booking.v1.BookingRequestService/ListBookingRequests", { pageSize: 100 })) as {
      bookingRequests: { id: string; staffId: string }[];
    };
    return listed.bookingRequests.find((one) => one.staffId === staffId)?.id ?? "none";
  };
  return { O: await request(own, 11), W: await request(working, 12) };
}

/** Two conversations, of which one is with a client whom the first person sees in three days. */
async function makeThreads(world: World, { owner, known }: Company, { own }: Viewers, clients: Named): Promise<void> {
  for (const customerId of [clients.mine, clients.here])
    await settled(() => make(world, owner, "message.v1.ThreadService/CreateThread", { customerId }));
  const { pets } = (await make(world, owner, "customer.v1.PetService/ListPets", { customerId: clients.mine })) as {
    pets: { petId: string }[];
  };
  await make(world, owner, "calendar.v1.AppointmentService/BookAppointment", {
    customerId: clients.mine,
    staffId: own.staffId,
    appointmentDate: day(3),
    startTime: 660,
    petServices: [{ petId: pets[0]?.petId, services: [{ serviceId: known.service_id, duration: 60 }] }],
    override: { overbook: true, outsideWorkingHours: true, withoutVaccine: true, reason: "walk" },
  });
}

/** A client of the first person's, with a visit at the other location. */
async function makeVisitElsewhere(
  world: World,
  { owner, businessIds, known, mark }: Company,
  { own, elsewhere }: Viewers,
): Promise<string> {
  const made = await make(world, owner, "customer.v1.ClientService/CreateClientWithPets", {
    client: { firstName: "Scopely", lastName: `${mark} both`, preferredBusinessId: businessIds[0], preferredGroomerId: own.staffId },
    pets: [{ petName: "Sorrel", petType: "Dog" }],
  });
  const customerId = at(made, "client.customerId");
  const there = { ...owner, businessId: businessIds[1] };
  await settled(() =>
    make(world, there, "calendar.v1.AppointmentService/BookAppointment", {
      ...{ customerId, staffId: elsewhere.staffId, appointmentDate: day(5), startTime: 660 },
      petServices: [{ petId: at(made, "pets.0.petId"), services: [{ serviceId: known.service_id, duration: 60 }] }],
      override: { overbook: true, outsideWorkingHours: true, withoutVaccine: true, reason: "walk" },
    }),
  );
  await settled(async () => {
    const seen = await tellsOpen(world, customerId)(owner);
    if (seen.length < 2) throw new Error("the visit is not known to the list of clients yet");
    return {};
  });
  return customerId;
}

/** Which answers about a client tell that they are expected anywhere. */
const tellsOpen =
  (world: World, customerId: string) =>
  async (viewer: Credential): Promise<string[]> => {
    const open = await make(world, viewer, "customer.v1.ClientListService/GetOpenMatters", { selection: { chosenList: [customerId] } });
    const own = await make(world, viewer, "customer.v1.ClientService/GetClientOverview", { customerId });
    return [...(Number(at(open, "total")) > 0 ? ["open"] : []), ...(Number(at(own, "overview.upcomingCount")) > 0 ? ["overview"] : [])];
  };
