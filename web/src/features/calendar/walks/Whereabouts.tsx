import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useClientDetail } from "../../customer/shared/use-client.ts";
import { PickUp } from "../shared/walks/PickUp.tsx";

/** Where to pick up, unless told otherwise where the client lives, and how to reach them, as far as this person may know it. */
export const Whereabouts = ({ customerId, addressId }: { customerId: string; addressId: string }) => {
  const format = useFormat();
  const { data } = useClientDetail(customerId);
  if (!data?.client) return null;
  const { client, addresses } = data;
  return (
    <Typography sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 0.5, "& a": { py: 0.75 } }}>
      <PickUp addresses={addresses} addressId={addressId} />
      {client.phoneNumber && <Link href={`tel:${client.phoneNumber}`}>{client.phoneDisplay || format.phone(client.phoneNumber)}</Link>}
    </Typography>
  );
};
