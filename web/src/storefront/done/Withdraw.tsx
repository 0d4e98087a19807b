import { useMutation } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import type { Shop } from "../types.ts";

type Props = { shop: Shop; statusToken: string; onDone: () => void };

/** A request that waits can be taken back. */
const Withdraw = ({ shop: { bookOnlineName }, statusToken, onDone }: Props) => {
  const [sure, setSure] = useState(false);
  const withdraw = useMutation(StorefrontService.method.withdrawBooking, { meta: { quiet: true }, onSettled: onDone });
  if (!sure)
    return (
      <Button onClick={() => setSure(true)} sx={{ minHeight: 44 }}>
        Cancel this request
      </Button>
    );
  return (
    <>
      <Typography>Cancel your request? Your time opens up for others, and nothing is charged.</Typography>
      {withdraw.error && <Alert severity="error">{messageOf(withdraw.error)}</Alert>}
      <Button
        color="error"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ bookOnlineName, statusToken })}
        sx={{ minHeight: 44 }}
      >
        Yes, cancel my request
      </Button>
      <Button onClick={() => setSure(false)} sx={{ minHeight: 44 }}>
        Keep it
      </Button>
    </>
  );
};

export default Withdraw;
