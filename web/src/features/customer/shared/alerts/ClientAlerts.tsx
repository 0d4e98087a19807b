import { useClientDetail } from "../use-client.ts";
import { AlertStrip } from "./AlertStrip.tsx";
import { useUnsignedTitles } from "./useRequiredSign.ts";

/** What warns about a client and all their pets. */
export const ClientAlerts = ({ customerId }: { customerId: string }) => {
  const { data } = useClientDetail(customerId);
  const unsigned = useUnsignedTitles(customerId);
  if (!data) return null;
  return <AlertStrip known={{ pets: data.pets, unsigned, ...(data.overview && { overview: data.overview }) }} />;
};
