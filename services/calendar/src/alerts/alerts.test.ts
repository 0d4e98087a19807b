import { ErrorCode, toMoney } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import {
  AlertService,
  ClientAlertIcon,
  VisitAlertKind as Kind,
  PetAlertIcon,
} from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, profiles, unsigned } from "../../test/harness.ts";

let harness: Harness;
const api = () => harness.client(AlertService);
const day = (n: number) => Temporal.PlainDate.from("2035-01-01").add({ days: n }).toString();
beforeAll(async () => {
  harness = await openHarness();
  profiles.client = {
    isNewClient: true,
    tags: [
      { id: "4", name: "VIP" },
      { id: "5", name: "Late" },
    ],
    alertNotes: ["Call before noon"],
  };
  profiles.pet = {
    petCodes: [{ id: "7", abbreviation: "BITE", description: "Bites" }],
    vaccines: [
      { vaccineName: "Rabies", tag: "expired" },
      { vaccineName: "Bordetella", tag: "" },
    ],
    alertNotes: [],
  };
});
afterAll(async () => {
  profiles.client = {};
  profiles.pet = {};
  await harness.stop();
});
const said = (visit: { alerts: { kind: Kind; petName: string; text: string; amount?: object | undefined }[] } | undefined) =>
  visit?.alerts.map(({ kind, petName, text, amount }) => [Kind[kind], petName || text, ...(amount ? [amount] : [])]);

test("checking in reminds of the visit's note, the client and each pet, as far as the location wants it; checking out of what is owed", async () => {
  const { id } = await harness.book({ date: day(1), start: 600, alertNotes: "Muzzle" });
  expect((await api().getCheckInAlerts({ appointmentId: id })).alerts?.alerts).toEqual([]);
  const on = { enabledForCheckIn: true, enabledForCheckOut: true, enabledForQuickCheckIn: true };
  await api().saveAlertSettings({
    settings: on,
    updateMask: { paths: ["enabled_for_check_in", "enabled_for_check_out", "enabled_for_quick_check_in"] },
  });
  const standard = (await api().getCheckInAlerts({ appointmentId: id })).alerts;
  expect(said(standard)).toEqual([
    ["VISIT_NOTE", "Muzzle"],
    ["NEW_CLIENT", ""],
    ["CLIENT_NOTE", "Call before noon"],
    ["VACCINE", "Pet 10"],
  ]);
  expect(standard?.alerts.at(-1)?.text).toBe("Rabies: expired");
  const leaving = (await api().getCheckOutAlerts({ appointmentId: id })).alerts;
  expect(said(leaving)).toContainEqual(["OUTSTANDING", "", toMoney(5000, "USD")]);
  expect(leaving?.alerts.map(({ kind }) => kind)).not.toContain(Kind.VACCINE);
  const wish = {
    clientIcons: [ClientAlertIcon.ALERT_NOTE],
    customerTagIdList: ["5"],
    petIcons: [PetAlertIcon.HEALTH_ISSUE],
    petCodeIds: ["7"],
  };
  const paths = ["client_icons", "customer_tag_id_list", "pet_icons", "pet_code_ids"];
  const saved = (await api().saveAlertSettings({ settings: wish, updateMask: { paths } })).settings!;
  expect(saved).toMatchObject({ enabledForCheckIn: true, version: 2, customerTagIdList: ["5"] });
  const { visits } = await api().batchGetCheckInAlerts({ appointmentIds: [id, "999999"] });
  expect(visits.map(said)).toEqual([
    [
      ["VISIT_NOTE", "Muzzle"],
      ["CLIENT_NOTE", "Call before noon"],
      ["CLIENT_TAG", "Late"],
      ["PET_CODE", "Pet 10"],
    ],
  ]);
  expect((await api().batchGetCheckOutAlerts({ appointmentIds: [id] })).visits).toHaveLength(1);
});

test("what is switched off says nothing, on the list or everywhere; a visit that is not there is refused; two who save at once are told", async () => {
  const { id } = await harness.book({ date: day(2), start: 600 });
  const { settings } = await api().getAlertSettings({});
  const version = settings!.version;
  await api().saveAlertSettings({
    settings: { enabledForQuickCheckIn: false },
    updateMask: { paths: ["enabled_for_quick_check_in"] },
    version,
  });
  expect((await api().getCheckInAlerts({ appointmentId: id, quick: true })).alerts?.alerts).toEqual([]);
  expect((await api().getCheckInAlerts({ appointmentId: id })).alerts?.alerts).not.toEqual([]);
  const off = { enabledForCheckIn: false, enabledForCheckOut: false };
  const paths = ["enabled_for_check_in", "enabled_for_check_out"];
  const late = api().saveAlertSettings({ settings: off, updateMask: { paths }, version });
  expect((await refusalOf(late)).code).toBe(ErrorCode.VERSION_CONFLICT);
  await api().saveAlertSettings({ settings: off, updateMask: { paths } });
  for (const call of [api().batchGetCheckInAlerts({ appointmentIds: [id] }), api().batchGetCheckOutAlerts({ appointmentIds: [id] })])
    expect((await call).visits).toEqual([]);
  expect((await refusalOf(api().getCheckInAlerts({ appointmentId: "999999" }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
  expect((await refusalOf(api().getCheckOutAlerts({ appointmentId: "999999" }))).code).toBe(ErrorCode.APPOINTMENT_NOT_FOUND);
});

test("checking in reminds of an agreement that is not signed, whatever else is switched off; checking out does not", async () => {
  const { id } = await harness.book({ date: day(1), start: 780 });
  const paths = ["enabled_for_check_in", "enabled_for_check_out", "client_icons", "customer_tag_id_list", "pet_icons", "pet_code_ids"];
  await api().saveAlertSettings({ settings: { enabledForCheckIn: true, enabledForCheckOut: true }, updateMask: { paths } });
  unsigned.add(id);
  expect(said((await api().getCheckInAlerts({ appointmentId: id })).alerts)).toEqual([["AGREEMENT", ""]]);
  expect((await api().getCheckOutAlerts({ appointmentId: id })).alerts?.alerts).toEqual([]);
  unsigned.delete(id);
});
