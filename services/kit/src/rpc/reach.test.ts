import { create } from "@bufbuild/protobuf";
import { BookAppointmentRequestSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { Permission as P, ScopeKind } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { describe, expect, test } from "vitest";
import { type Caller, nobody } from "../context.ts";
import { fieldOf, idsAt, isList, keepAt, placesOf } from "../permissions/named.ts";
import { clientReach } from "../permissions/reach.ts";
import { implement } from "./implement.ts";
import { mustSayWhose } from "./reach.ts";

describe("what a request names", () => {
  test("is found in lists of messages too, as often as it stands there", () => {
    const places = placesOf(AppointmentService.method.bookAppointment);
    expect(places.map((place) => [fieldOf(place), place.resource])).toEqual([
      ["customerId", Resource.CLIENT],
      ["petServices.petId", Resource.PET],
    ]);
    const petServices = [{ petId: "3" }, { petId: "0" }, { petId: "4" }];
    const request = create(BookAppointmentRequestSchema, { customerId: "7", petServices });
    expect(places.map((place) => idsAt(request, place))).toEqual([["7"], ["3", "4"]]);
  });

  test("a list loses single ids, wherever it stands", () => {
    const { tagClients } = ClientListService.method;
    const [chosen] = placesOf(tagClients);
    const request = create(tagClients.input, { selection: { chosenList: ["1", "2", "3"] } });
    expect(chosen && [fieldOf(chosen), isList(chosen)]).toEqual(["selection.chosenList", true]);
    if (chosen) keepAt(request, chosen, (id) => id !== "2");
    expect(request.selection?.chosenList).toEqual(["1", "3"]);
  });

  test("stops the boot of a service that does not say whose it is", () => {
    const handlers = new Proxy({}, { get: () => async () => ({}) });
    const groups = [implement(AppointmentService, handlers as never)];
    expect(() => mustSayWhose(groups)).toThrow(/names APPOINTMENT, and the service does not say whose that is/);
    expect(() => mustSayWhose(groups, { [Resource.APPOINTMENT]: async () => new Map() })).not.toThrow();
  });
});

const staff: Caller = { ...nobody, kind: "staff", companyId: "1", businessId: "3", businessIds: ["3"], staffId: "9" };
const key: Caller = { ...staff, kind: "apiKey", staffId: "0" };
const everywhere = { companyBusinessIds: ["3"] };
const here = { kind: "locations", businessIds: ["3"] };

test.each<[string, Caller, object]>([
  ["an owner", { ...staff, permissions: "all" }, { kind: "all" }],
  ["a service by itself", { ...nobody, kind: "service", via: "order" }, { kind: "all" }],
  ["staff, through a service", { ...staff, permissions: [P.VIEW_CLIENT_LIST], via: "order" }, { kind: "own", staffId: "9" }],
  ["staff without a permission", staff, { kind: "own", staffId: "9" }],
  ["staff of locations", { ...staff, permissions: [P.VIEW_CLIENTS_WORKING_LOCATIONS] }, here],
  ["staff of all locations", { ...staff, permissions: [P.VIEW_CLIENTS_ALL_LOCATIONS] }, { kind: "all" }],
  ["a key for its own clients", { ...key, permissions: [P.VIEW_CLIENT_LIST] }, { kind: "own", staffId: "-1" }],
  ["a key for some locations", { ...key, permissions: [P.VIEW_CLIENTS_ALL_LOCATIONS] }, here],
  ["a key for all of them", { ...key, ...everywhere, permissions: [P.VIEW_CLIENTS_ALL_LOCATIONS] }, { kind: "all" }],
])("permission-scope-levels: whom %s reaches", (_, caller, expected) => expect(clientReach(caller)).toEqual(expected));

test("permission-scope-levels: of messages only the highest level is about places", () => {
  const reach = (permission: P) => clientReach({ ...key, permissions: [permission] }, ScopeKind.MESSAGES).kind;
  expect([reach(P.VIEW_OWN_MESSAGES), reach(P.VIEW_FULL_MESSAGE)]).toEqual(["own", "locations"]);
});
