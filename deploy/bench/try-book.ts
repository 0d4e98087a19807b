import { randomUUID } from "node:crypto";
import { mkdtempSync, chmodSync, rmSync, readFileSync, statSync } from "node:fs";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { startHouse, quiet } from "./house.ts";
import { load } from "./load.ts";
import { spots } from "./figures/bookings.ts";
import { wireDate } from "./figures/wire-date.ts";
import { dayAfter, layHistory } from "./history.ts";
const data = mkdtempSync("/tmp/leashline-bench-"); chmodSync(data, 0o711);
const house = await startHouse(data);
try {
  const shop = await house.openShop("cards");
  await shop.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
  const { services } = await shop.api.client(CatalogService).listServices({ careType: "GROOMING" });
  const made = await shop.api.client(ClientService).createClientWithPets({ client: { firstName: "B", lastName: "G", phoneNumber: "+12065571000" }, pets: [{ petName: "Biscuit", petType: "Dog" }] });
  const spot = spots(shop.staffIds);
  const request = () => { const s = spot(); return shop.request(AppointmentService.method.bookAppointment, { customerId: made.client!.customerId, staffId: s.staffId, appointmentDate: wireDate(s.date), startTime: s.start, petServices: [{ petId: made.pets[0]!.petId, services: [{ serviceId: services[0]!.id, duration: 60 }] }] }, { "idempotency-key": randomUUID() }); };
  const go = async (what: string, inFlight: number) => { await quiet(house); console.log(what, inFlight, JSON.stringify(await load(house.gateway(request, { inFlight, ms: 3000 })))); };
  await go("warm", 1); await go("small", 1); await go("small", 4);
  await quiet(house);
  await house.admin.query("alter system set log_min_duration_statement = 0"); await house.admin.query("select pg_reload_conf()"); await house.admin.query("select pg_sleep(0.4)");
  const from = statSync(`${data}/logs/postgres.log`).size;
  for (let n = 0; n < 3; n++) { const t = new Date().toISOString(); const r = await load(house.gateway(request, { inFlight: 1, calls: 1 })); console.log("BOOK", t, r.p50, new Date().toISOString()); await quiet(house); }
  const lines = readFileSync(`${data}/logs/postgres.log`).subarray(from).toString().split("\n").filter((l) => /duration.*execute/.test(l) && /leashline_/.test(l));
  for (const l of lines.slice(0, 150)) { const m = / (\d\d:\d\d:\d\d\.\d+) .*?\[(\d+)\] leashline_(\S+)@\S+ .*duration: ([\d.]+) ms +(\w+) [^:]*: (.{0,70})/.exec(l); if (m && !/outbox|job|stream_state/.test(m[6]!)) console.log(m.slice(1).join(" ")); }
} finally { await house.stop(); rmSync(data, { recursive: true, force: true }); }
