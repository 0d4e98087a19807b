import { useClientDetail } from "../use-client.ts";
import { AlertStrip } from "./AlertStrip.tsx";
import { useRequiredSign } from "./useRequiredSign.ts";

/** What warns about a client and all their pets. */
export const ClientAlerts = ({ customerId }: { customerId: string }) => {
  const { data } = useClientDetail(customerId);
  const requiredSign = useRequiredSign(customerId);
  if (!data) return null;
  return <AlertStrip known={{ pets: data.pets, requiredSign, ...(data.overview && { overview: data.overview }) }} />;
};
