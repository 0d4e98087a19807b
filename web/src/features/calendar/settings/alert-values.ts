import { type AlertSettings, ClientAlertIcon, PetAlertIcon } from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";

export const CLIENT_ICONS = [
  { value: String(ClientAlertIcon.NEW_CLIENT), label: "New client" },
  { value: String(ClientAlertIcon.ALERT_NOTE), label: "Alert notes" },
  { value: String(ClientAlertIcon.OUTSTANDING), label: "Unpaid, when they leave" },
];
export const PET_ICONS = [
  { value: String(PetAlertIcon.VACCINE), label: "Vaccines that are due" },
  { value: String(PetAlertIcon.ALERT_NOTE), label: "Alert notes" },
  { value: String(PetAlertIcon.HEALTH_ISSUE), label: "Health issues" },
];

export const valuesOf = (known: AlertSettings) => ({
  enabledForCheckIn: known.enabledForCheckIn,
  enabledForCheckOut: known.enabledForCheckOut,
  enabledForQuickCheckIn: known.enabledForQuickCheckIn,
  clientIcons: known.clientIcons.map(String),
  tagIds: [...known.customerTagIdList],
  petIcons: known.petIcons.map(String),
  codeIds: [...known.petCodeIds],
});
export type Values = ReturnType<typeof valuesOf>;

const EVERYTHING = [
  "enabled_for_check_in",
  "enabled_for_check_out",
  "enabled_for_quick_check_in",
  "client_icons",
  "customer_tag_id_list",
  "pet_icons",
  "pet_code_ids",
];

export const requestOf = ({ clientIcons, petIcons, tagIds, codeIds, ...switches }: Values) => ({
  settings: {
    ...switches,
    clientIcons: clientIcons.map(Number),
    petIcons: petIcons.map(Number),
    customerTagIdList: tagIds,
    petCodeIds: codeIds,
  },
  updateMask: { paths: EVERYTHING },
});
