import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Control } from "react-hook-form";
import { useInfo } from "../../../app/session/session.ts";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import type { Values } from "./setting-values.ts";

export const WHO = [
  { value: String(AcceptedClientType.ALL), label: "Everybody" },
  { value: String(AcceptedClientType.EXISTING), label: "Clients you know" },
  { value: String(AcceptedClientType.NEW), label: "New clients" },
];
const OWN = [{ value: "0", label: "As for all bookings" }, ...WHO];

const isSet = ({ acceptedByCare }: Values, id: string): boolean => Number(acceptedByCare[id]) !== AcceptedClientType.UNSPECIFIED;

/** Who can book each kind of care, where there are several. */
export const CareAccepted = ({ control, known }: { control: Control<Values>; known: Values }) => {
  const businessId = useInfo().business?.id ?? "0";
  const services = useQuery(CatalogService.method.listServices, { businessId, pageSize: 500 });
  const offered = new Set(services.data?.services.flatMap(({ inactive, careType }) => (inactive ? [] : careType)));
  const shown = CARE_TYPES.filter(({ id }) => offered.has(id) || isSet(known, id));
  if (shown.length < 2 && !shown.some(({ id }) => isSet(known, id))) return null;
  return shown.map(({ id, label }) => (
    <FormSelect key={id} control={control} name={`acceptedByCare.${id}`} label={`Who can book: ${label}`} options={OWN} />
  ));
};
