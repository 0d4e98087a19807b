import { useMutation, useQuery } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

const NOBODY = "0";
/** The calendar's column of appointments without staff. */
const NO_STAFF = "-10";

import { lineStaff } from "../shared/bill-sums.ts";

type Props = { order: Order; line: Order["items"][number]; refresh: () => Promise<void> };

/** Who is credited for a line of the bill: their pay and their share of the tip follow. */
export const LineStaff = ({ order, line, refresh }: Props) => {
  const [at, setAt] = useState<HTMLElement>();
  const { data } = useQuery(StaffScheduleService.method.listCalendarStaff, {}, { enabled: at !== undefined, staleTime: LONG_STALE });
  const set = useMutation(OrderService.method.setLineStaff, { onSettled: refresh });
  const pick = (staffId: string) => {
    setAt(undefined);
    if (staffId !== line.staffId || line.staffShares.length > 0)
      set.mutate({ orderId: order.id, orderLineItemId: line.orderLineItemId, staffId, version: order.version });
  };
  const staff = (data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-haspopup="menu"
        aria-label={`Staff for ${line.name}: ${lineStaff(line) || "nobody"}`}
        loading={set.isPending}
        onClick={(event) => setAt(event.currentTarget)}
        sx={{ px: 0.75, color: "text.secondary", minHeight: 24 }}
      >
        {lineStaff(line) || "No staff"}
      </Button>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={() => setAt(undefined)}>
        {staff.map((one) => (
          <MenuItem key={one.staffId} selected={one.staffId === line.staffId} onClick={() => pick(one.staffId)}>
            {`${one.firstName} ${one.lastName}`.trim()}
          </MenuItem>
        ))}
        <MenuItem selected={line.staffId === NOBODY} onClick={() => pick(NOBODY)}>
          Nobody
        </MenuItem>
      </Menu>
    </>
  );
};
