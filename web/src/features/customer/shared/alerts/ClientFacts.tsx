import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useClientDetail } from "../use-client.ts";

/** How to reach a client, how often they came, and what was last noted of them. */
export const ClientFacts = ({ customerId }: { customerId: string }) => {
  const format = useFormat();
  const { data } = useClientDetail(customerId);
  if (!data?.client) return null;
  const { client, overview, notes } = data;
  const last = notes.find(({ isAlert }) => !isAlert);
  const visits = overview?.finishedCount
    ? `${plural(overview.finishedCount, "visit")}, last ${format.day(overview.lastVisitDate)}`
    : "First visit";
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {client.phoneNumber && (
          <>
            <Link href={`tel:${client.phoneNumber}`}>{client.phoneDisplay || format.phone(client.phoneNumber)}</Link> ·{" "}
          </>
        )}
        {visits}
      </Typography>
      {last && (
        <Typography variant="body2" color="textSecondary" noWrap title={last.note}>
          Last note: {last.note}
        </Typography>
      )}
    </>
  );
};
