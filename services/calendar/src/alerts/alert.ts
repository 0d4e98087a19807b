import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney } from "@leashline/kit";
import {
  type AlertSettings,
  type AlertSettingsSchema,
  ClientAlertIcon as ClientIcon,
  VisitAlertKind as Kind,
  PetAlertIcon as PetIcon,
  type VisitAlertSchema,
  type VisitAlertsSchema,
} from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import type { ClientProfile, PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import type { Appointment } from "../appointments/appointment.ts";

/** What a location has that saved no settings: nobody is reminded, and once that is switched on, of everything. */
export const standardAlerts = (): MessageInitShape<typeof AlertSettingsSchema> => ({
  clientIcons: [ClientIcon.NEW_CLIENT, ClientIcon.ALERT_NOTE, ClientIcon.OUTSTANDING],
  petIcons: [PetIcon.VACCINE, PetIcon.ALERT_NOTE, PetIcon.HEALTH_ISSUE],
});

export type Occasion = "checkIn" | "quickCheckIn" | "checkOut";
export type Profiles = {
  readonly clients: readonly ClientProfile[];
  readonly pets: readonly PetProfile[];
  /** Visits for which something has still to be signed. */
  readonly unsigned: ReadonlySet<string>;
};
type Alert = MessageInitShape<typeof VisitAlertSchema>;

const isOn = (settings: AlertSettings, occasion: Occasion): boolean =>
  ({
    checkIn: settings.enabledForCheckIn,
    quickCheckIn: settings.enabledForCheckIn && settings.enabledForQuickCheckIn,
    checkOut: settings.enabledForCheckOut,
  })[occasion];

/** What to be reminded of when a visit is checked in or out; null where that is switched off. */
export function alertsOf(
  visit: Appointment,
  { clients, pets, unsigned }: Profiles,
  settings: AlertSettings,
  occasion: Occasion,
): MessageInitShape<typeof VisitAlertsSchema> {
  if (!isOn(settings, occasion)) return { appointmentId: visit.id };
  const petIds = [...new Set(visit.lines.map((line) => line.petId))];
  const client = clients.find((one) => one.customerId === visit.customerId);
  return {
    appointmentId: visit.id,
    alerts: [
      ...told(Kind.VISIT_NOTE, [visit.alertNotes]),
      ...(client ? ofClient(client, settings) : []),
      ...(unsigned.has(visit.id) ? [{ kind: Kind.AGREEMENT }] : []),
      ...(occasion === "checkOut" ? owed(visit, settings) : []),
      ...petIds.flatMap((id) => pets.filter((one) => one.pet?.petId === id).flatMap((pet) => ofPet(pet, settings, occasion))),
    ],
  };
}

const told = (kind: Kind, texts: readonly string[]): Alert[] => texts.filter((text) => text !== "").map((text) => ({ kind, text }));

const ofClient = (client: ClientProfile, { clientIcons, customerTagIdList }: AlertSettings): Alert[] => [
  ...(clientIcons.includes(ClientIcon.NEW_CLIENT) && client.isNewClient ? [{ kind: Kind.NEW_CLIENT }] : []),
  ...(clientIcons.includes(ClientIcon.ALERT_NOTE) ? told(Kind.CLIENT_NOTE, client.alertNotes) : []),
  ...told(
    Kind.CLIENT_TAG,
    client.tags.filter((tag) => customerTagIdList.includes(tag.id)).map((tag) => tag.name),
  ),
];

/** Where nobody said yet what is owed, all of it is. */
function owed({ outstanding, lines, currency }: Appointment, { clientIcons }: AlertSettings): Alert[] {
  const left = outstanding === null ? lines.reduce((sum, line) => sum + BigInt(line.price), 0n) : BigInt(outstanding);
  if (left <= 0n || !clientIcons.includes(ClientIcon.OUTSTANDING)) return [];
  return [{ kind: Kind.OUTSTANDING, amount: toMoney(left, currency) }];
}

function ofPet({ pet, alertNotes, vaccines, petCodes }: PetProfile, settings: AlertSettings, occasion: Occasion): Alert[] {
  const { petIcons, petCodeIds } = settings;
  const due = vaccines.filter(({ tag }) => tag !== "").map(({ vaccineName, tag }) => `${vaccineName}: ${tag}`);
  const found = [
    ...told(Kind.INCIDENT, [(pet?.warnings ?? []).map((one) => one.incidentTypeName).join(", ")]),
    ...(petIcons.includes(PetIcon.VACCINE) && occasion !== "checkOut" ? told(Kind.VACCINE, due) : []),
    ...(petIcons.includes(PetIcon.ALERT_NOTE) ? told(Kind.PET_NOTE, alertNotes) : []),
    ...(petIcons.includes(PetIcon.HEALTH_ISSUE) ? told(Kind.HEALTH_ISSUE, [pet?.healthIssues ?? ""]) : []),
    ...told(
      Kind.PET_CODE,
      petCodes.filter(({ id }) => petCodeIds.includes(id)).map(({ abbreviation, description }) => description || abbreviation),
    ),
  ];
  return found.map((alert) => ({ ...alert, petId: pet?.petId ?? "0", petName: pet?.petName ?? "" }));
}
