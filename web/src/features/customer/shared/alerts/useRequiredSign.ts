import { useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";

const quiet = { meta: { quiet: true }, retry: false };

/** The agreements that a client, or one appointment of theirs, waits to have signed, by their titles. */
export const useUnsignedTitles = (customerId: string, groomingId = "0"): string[] => {
  const asked = { ...quiet, enabled: customerId !== "0" && customerId !== "" };
  const { data } = useQuery(AgreementRecordService.method.getAgreementStatus, { customerId, groomingId }, asked);
  return (data?.statuses ?? []).flatMap((one) => (one.requiredSign ? [one.agreementHeader] : []));
};

type Waiting = { appointments: ReadonlySet<string>; customers: ReadonlySet<string> };

/** Of these appointments and clients those that wait for a signature, in one call for all of them; undefined where that could not be had. */
export const useRequiredSigns = (appointmentIds: readonly string[], customerIds: readonly string[] = []): Waiting | undefined => {
  const asked = { appointmentIds: [...appointmentIds].sort(), customerIds: [...new Set(customerIds)].sort() };
  const enabled = appointmentIds.length + customerIds.length > 0;
  const { data, isError } = useQuery(AgreementRecordService.method.getRequiredSigns, asked, { ...quiet, enabled });
  return isError && !data ? undefined : { appointments: new Set(data?.appointmentIds), customers: new Set(data?.customerIds) };
};
