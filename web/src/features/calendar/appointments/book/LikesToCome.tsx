import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { preferredDays, preferredHours } from "../../../customer/shared/preferred/preferred-words.ts";
import { fullName } from "../../shared/columns.tsx";
import type { CalendarStaff } from "../../shared/types.ts";
import type { Draft } from "../fields/useBooking.ts";

/** When and with whom the client likes to come; one press books with that person. */
export const LikesToCome = ({ draft, staff }: { draft: Draft; staff: readonly CalendarStaff[] }) => {
  const { client, plan, set } = draft;
  const format = useFormat();
  const customerId = client?.customerId ?? "0";
  const { data } = useQuery(ClientService.method.getClient, { customerId }, { enabled: client !== undefined, meta: { quiet: true } });
  if (!client || !data?.client) return null;
  const { preferredGroomerId, preferredDay, preferredTime } = data.client;
  const [days, hours] = [preferredDays(preferredDay), preferredHours(preferredTime, format)];
  const preferred = staff.find(({ staffId }) => staffId === preferredGroomerId);
  return (
    <>
      {(days || hours) && <Typography color="textSecondary">Preferred times: {[days, hours].filter(Boolean).join(", ")}</Typography>}
      {preferred && plan.staffId !== preferredGroomerId && (
        <Button
          variant="outlined"
          onClick={() => set({ staffId: preferredGroomerId })}
          sx={{ justifyContent: "flex-start", textAlign: "left" }}
        >
          Book with {fullName(preferred)} (preferred)
        </Button>
      )}
    </>
  );
};
