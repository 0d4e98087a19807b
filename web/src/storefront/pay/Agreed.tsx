import type { AgreedPolicy } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Typography from "@mui/material/Typography";
import { agreedText } from "../../ui/policy/agreed-policy.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

/** Until when it can be changed, and what canceling later costs. `days`: of daycare, how many there are. */
const Agreed = ({ policy, shop, days = 1 }: { policy: AgreedPolicy | undefined; shop: Shop; days?: number }) => {
  const text = policy && agreedText(policy, formatOf(shop).money, days > 1);
  return text ? <Typography variant="body2">{text}</Typography> : null;
};

export default Agreed;
