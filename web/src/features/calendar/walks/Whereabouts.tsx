import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useClientDetail } from "../../customer/shared/use-client.ts";
import { addressText, wayTo } from "./walk-words.ts";

/** Where a client lives and how to reach them, as far as this person may know it. */
export const Whereabouts = ({ customerId }: { customerId: string }) => {
  const format = useFormat();
  const { data } = useClientDetail(customerId);
  if (!data?.client) return null;
  const { client, addresses } = data;
  const address = addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0];
  const place = address ? addressText(address) : "";
  return (
    <Typography sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, "& a": { py: 0.75 } }}>
      {place && (
        <Link href={wayTo(place)} target="_blank" rel="noreferrer" aria-label={`Directions to ${place}`}>
          {place}
        </Link>
      )}
      {client.phoneNumber && <Link href={`tel:${client.phoneNumber}`}>{client.phoneDisplay || format.phone(client.phoneNumber)}</Link>}
    </Typography>
  );
};
