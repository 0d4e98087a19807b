import { useClientDetail } from "../use-client.ts";
import { AlertStrip } from "./AlertStrip.tsx";

/** What warns about a client and all their pets. */
export const ClientAlerts = ({ customerId }: { customerId: string }) => {
  const { data } = useClientDetail(customerId);
  if (!data) return null;
  return <AlertStrip known={{ pets: data.pets, ...(data.overview && { overview: data.overview }) }} />;
};
