import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";

/** Where they say that they are reached, and what of it was only typed. */
export const Reach = ({ request: { customer, phoneConfirmed, emailConfirmed } }: { request: BookingRequest }) => {
  const format = useFormat();
  const given = [
    { text: format.phone(customer?.phoneNumber ?? ""), confirmed: phoneConfirmed },
    { text: customer?.email ?? "", confirmed: emailConfirmed },
  ];
  return (
    <Box sx={{ display: "flex", gap: 0.75, flexWrap: "wrap", color: "text.secondary" }}>
      {given
        .filter(({ text }) => text !== "")
        .map(({ text, confirmed }) => (
          <Box key={text} sx={{ display: "flex", gap: 0.75, minWidth: 0 }}>
            <Typography sx={{ overflowWrap: "anywhere" }}>{text}</Typography>
            {confirmed ? <StatusChip>Verified</StatusChip> : <StatusChip tone="warn">Not verified</StatusChip>}
          </Box>
        ))}
    </Box>
  );
};
