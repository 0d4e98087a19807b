import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService, SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { until } from "../seed/api.ts";
import { wireDate } from "./figures/wire-date.ts";
import { dayAfter } from "./history.ts";
import type { House, Shop } from "./house.ts";

/** A company with 300 lodging units and 400,000 nights of pets over three years. */
export interface Hotel {
  shop: Shop;
  serviceId: string;
  /** Rooms in which nobody stays, out of 286; the others are taken four nights of five. */
  freeRooms: string[];
  guests: { customerId: string; petId: string }[];
  stays: number;
  nights: number;
  /** The first day after everything that was laid out. */
  freeFrom: string;
}

const zone = "America/Los_Angeles";
const [rooms, areas, emptyRooms] = [286, 14, 20];
const lanesOfArea = 11;
const capacityOfArea = 20;
const [firstDay, days] = [-900, 1_096];
/** As far as the lodging calendar is measured. */
export const weeksShown = 8;
const [comes, leaves, night] = [14 * 60, 11 * 60, 4];

export async function layHotel(house: House): Promise<Hotel> {
  const shop = await house.openShop("hotel", 1);
  const { roomIds, areaIds } = await build(shop, { rooms, areas });
  const serviceId = await boardingOf(shop);
  const freeRooms = roomIds.slice(-emptyRooms);
  // Four nights of every five in a room, every night of eleven places of an area; each lane begins a day after the one before.
  const inRooms = await lay(house, shop, serviceId, { unitIds: roomIds.slice(0, -emptyRooms), lanes: 1, every: night + 1, area: false });
  const inAreas = await lay(house, shop, serviceId, { unitIds: areaIds, lanes: lanesOfArea, every: night, area: true });
  await draw(shop);
  for (const table of ["appointment", "pet_service", "occupancy", "capacity", "lodging_card"])
    await house.admin.query(`vacuum analyze calendar.${table}`);
  const stays = inRooms + inAreas;
  return {
    shop,
    serviceId,
    freeRooms,
    guests: (await guests(shop, 50)).map(({ customerId, petIds: [petId = "0"] }) => ({ customerId, petId })),
    stays,
    nights: stays * night,
    freeFrom: dayAfter(firstDay + days + 10),
  };
}

/** Stays are drawn when somebody first looks at them: those of eight weeks are looked at here, a week at a time. */
async function draw({ api }: Shop): Promise<void> {
  for (let day = 0; day < weeksShown * 7; day += 7) {
    const { cards } = await api
      .client(StayService)
      .getLodgingCalendar({ startDate: wireDate(dayAfter(day)), endDate: wireDate(dayAfter(day + 6)) });
    if (cards.length < rooms) throw new Error(`the lodging calendar shows ${cards.length} stays of a week in ${rooms} rooms`);
  }
}

/** Rooms for two dogs each and areas for twenty, on the lodging calendar. */
export async function build(
  { api }: Shop,
  { rooms, areas }: { rooms: number; areas: number },
): Promise<{ roomIds: string[]; areaIds: string[] }> {
  const units = async (type: object, names: string[]) => {
    const { lodgingType } = await api.client(LodgingService).createLodgingType(type);
    const ids: string[] = [];
    for (let at = 0; at < names.length; at += 200) {
      const wish = { lodgingTypeId: lodgingType?.lodgingTypeId ?? "0", names: names.slice(at, at + 200) };
      ids.push(...(await api.client(LodgingService).createLodgingUnits(wish)).lodgingUnits.map((unit) => unit.lodgingUnitId));
    }
    return ids;
  };
  const named = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n + 1}`);
  const roomIds = await units({ name: "Rooms", capacity: 2, petTypes: ["Dog"] }, named("Room", rooms));
  const area = { name: "Areas", capacity: capacityOfArea, spaceType: SpaceType.AREA, petTypes: ["Dog"] };
  const areaIds = await units(area, named("Area", areas));
  const span = { startDate: wireDate(dayAfter(0)), endDate: wireDate(dayAfter(0)) };
  const all = async () => ((await api.client(StayService).getLodgingCalendar(span)).units.length === rooms + areas ? true : undefined);
  await until(all, "The rooms on the lodging calendar");
  return { roomIds, areaIds };
}

/** What is sold once there are rooms. */
export async function boardingOf({ api }: Shop): Promise<string> {
  await api.client(CatalogService).createStarterCatalog({ careTypes: ["BOARDING"] });
  const { services } = await api.client(CatalogService).listServices({ careType: "BOARDING", pageSize: 50 });
  const serviceId = services[0]?.id;
  if (!serviceId) throw new Error("with rooms there is boarding to sell");
  return serviceId;
}

let guestsMade = 0;

/** Clients with two dogs each. */
export async function guests({ api }: Shop, count: number): Promise<{ customerId: string; petIds: string[] }[]> {
  const found: { customerId: string; petIds: string[] }[] = [];
  for (let n = 0; n < count; n++) {
    const client = { firstName: "Hotel", lastName: `Guest ${n}`, phoneNumber: `+1206559${String(1000 + guestsMade++)}` };
    const pets = ["Biscuit", "Miso"].map((petName) => ({ petName, petType: "Dog", breed: "Mixed breed" }));
    const made = await api.client(ClientService).createClientWithPets({ client, pets });
    found.push({ customerId: made.client?.customerId ?? "0", petIds: made.pets.map(({ petId }) => petId) });
  }
  return found;
}

type Lanes = { unitIds: readonly string[]; lanes: number; every: number; area: boolean };

// $1 company, $2 business, $3 units, $4 lanes of each, $5 first day, $6 days, $7 days from one stay to the next, $8 first id.
const laid = `(select $8::bigint + row_number() over () as id, unit, ($5::date + start)::date as day from
  unnest($3::bigint[]) with ordinality as u(unit, n), generate_series(1, $4::int) lane,
  generate_series(((n * 7 + lane) % $7::int)::int, $6::int - ${night}, $7::int) start) s`;
const instant = (day: string, minute: number) => `(${day} + make_interval(mins => ${minute})) at time zone '${zone}'`;
const minuteOf = (day: string, minute: number) => `extract(epoch from ${instant(day, minute)}) / 60`;

const appointments = `insert into calendar.appointment (company_id, id, business_id, customer_id, customer_first_name, customer_last_name, date, end_date,
    start_minute, end_minute, start_at, end_at, staff_id, currency)
  select $1, id, $2, id % 900 + 1, 'Client', 'Nr ' || id % 900 + 1, day, day + ${night}, ${comes}, ${leaves}, ${instant("day", comes)},
    ${instant(`(day + ${night})`, leaves)}, -10, 'USD' from ${laid}`;
const lines = `insert into calendar.pet_service (company_id, appointment_id, position, pet_id, pet_name, breed, service_id, service_name, care_type, staff_id, start_minute,
    duration, price_minor, lodgings)
  select $1, id, 0, id % 900 + 1, 'Biscuit', 'Standard poodle', $9::bigint, 'Boarding', 'BOARDING', -10, ${comes}, 60, 18000,
    jsonb_build_array(jsonb_build_object('unitId', unit::text, 'from', day, 'to', day + ${night})) from ${laid} where $2::bigint > 0`;
const capacities = `insert into calendar.capacity (company_id, resource_kind, resource_id, day, seats, used)
  select $1::bigint, 3, unit, day + n, ${capacityOfArea}, count(*) from ${laid}, generate_series(0, ${night - 1}) n where $2::bigint > 0 group by unit, day + n`;
const cards = `insert into calendar.lodging_card (company_id, appointment_id, business_id, date, end_date, unit_ids, render_version, body)
  select $1, id, $2, day, day + ${night}, array[unit], 0, '' from ${laid}`;
const nights = (
  area: boolean,
) => `insert into calendar.occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
  select $1, 1, id, ${area ? 3 : 2}, unit, night, ${minuteOf("night", 0)} + case when night = day then ${comes} else 0 end,
    ${minuteOf("(night + 1)", 0)} + case when night = day + ${night - 1} then ${leaves} else 0 end, $2, ${!area}, 1
  from (select id, unit, day, day + n as night from ${laid}, generate_series(0, ${night - 1}) n) each`;

/** Lays stays in by SQL, as the calendar would have stored them. Answers how many. */
async function lay({ admin }: House, { identity }: Shop, serviceId: string, { unitIds, lanes, every, area }: Lanes): Promise<number> {
  const client = await admin.connect();
  try {
    const { rows } = await client.query("select nextval('calendar.appointment_id_seq') as id");
    const first = rows[0].id as string;
    const wanted = [identity.companyId, identity.businessId, unitIds, lanes, dayAfter(firstDay), days, every, first];
    await client.query("select setval('calendar.appointment_id_seq', $1::bigint + 200000)", [first]);
    await client.query("set session_replication_role = replica");
    const { rowCount } = await client.query(appointments, wanted);
    await client.query(lines, [...wanted, serviceId]);
    await client.query(cards, wanted);
    if (area) await client.query(capacities, wanted);
    await client.query(nights(area), wanted);
    await client.query("set session_replication_role = origin");
    return rowCount ?? 0;
  } finally {
    client.release();
  }
}
