import { useMutation, useQuery } from "@connectrpc/connect-query";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { plural } from "../../../ui/format/text.ts";
import { required } from "../../../ui/format/validate.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { Panel } from "../shared/Panel.tsx";

// Brings the drawing of the square code along, which few people ever need.
const SetUp = lazy(() => import("./SecondFactorSetUp.tsx"));

const FEW = 3;

/** A second step at sign-in: on or off, and how many recovery codes are left. */
export const SecondFactor = () => {
  const factor = useQuery(SecondFactorService.method.getSecondFactor);
  const [open, setOpen] = useState<"on" | "off" | "renew">();
  const close = () => {
    setOpen(undefined);
    void factor.refetch();
  };
  const { enabled, recoveryCodesLeft = 0 } = factor.data ?? {};
  return (
    <Panel title="Two-step verification">
      {factor.error && !factor.data && <ErrorState compact error={factor.error} onRetry={() => void factor.refetch()} />}
      {!factor.data && !factor.error && <RowsSkeleton rows={1} />}
      {factor.data && (
        <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
          <StatusChip tone={enabled ? "ok" : "plain"}>{enabled ? "On" : "Off"}</StatusChip>
          <Typography color="textSecondary">
            {enabled
              ? `Signing in asks for six digits from your authenticator app. You have ${plural(recoveryCodesLeft, "recovery code")} left.`
              : "Sign in with your password and a six-digit code from an app on your phone, so a stolen password is not enough."}
          </Typography>
          {enabled && recoveryCodesLeft <= FEW && (
            <Typography role="alert">Few recovery codes are left. Make new ones before you need them.</Typography>
          )}
          <Button
            color={enabled ? "error" : "primary"}
            variant={enabled ? "text" : "outlined"}
            onClick={() => setOpen(enabled ? "off" : "on")}
          >
            {enabled ? "Turn off" : "Turn on"}
          </Button>
          {enabled && <Button onClick={() => setOpen("renew")}>New recovery codes</Button>}
        </Box>
      )}
      <Suspense>{open === "renew" && <SetUp renew onClose={close} />}</Suspense>
      {open === "off" && <TurnOff onClose={close} />}
      <Suspense>{open === "on" && <SetUp onClose={close} />}</Suspense>
    </Panel>
  );
};

const TurnOff = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const disable = useMutation(SecondFactorService.method.disableSecondFactor, { meta: { success: "Two-step verification is off." } });
  return (
    <DrawerForm
      open
      title="Turn off two-step verification"
      form={form}
      saveLabel="Turn off"
      onClose={onClose}
      onSave={(values) => disable.mutateAsync(values)}
    >
      <Typography color="textSecondary">You will sign in with your password only. Your recovery codes stop working too.</Typography>
      <FormText
        control={form.control}
        name="currentPassword"
        label="Current password"
        type="password"
        autoComplete="current-password"
        autoFocus
        check={required("Your password")}
      />
    </DrawerForm>
  );
};
