import { useMutation } from "@connectrpc/connect-query";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { type Staff, StaffLinkStatus } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import OutlinedInput from "@mui/material/OutlinedInput";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { toast } from "../../../app/toast.ts";
import { confirm } from "../../../ui/confirm.ts";
import { Section } from "../../../ui/Section.tsx";

/** How this person signs in: an invite link binds their own account to the staff record; unlinking takes it away. */
export const Login = ({ staff, onChange }: { staff: Staff; onChange: () => void }) => {
  const [link, setLink] = useState("");
  const invite = useMutation(InviteService.method.sendStaffInvite);
  const disable = useMutation(InviteService.method.disableStaffInvite, {
    onSuccess: onChange,
    meta: { success: "The link no longer works" },
  });
  const unlink = useMutation(StaffService.method.unlinkStaff, { onSuccess: onChange, meta: { success: "Account unlinked" } });
  const send = async () => {
    try {
      const { inviteLink, emailQueued } = await invite.mutateAsync({ staffId: staff.id });
      setLink(inviteLink);
      toast.success(emailQueued ? `Invite sent to ${staff.email}` : "Invite link made");
      onChange();
    } catch {
      // the toast says it
    }
  };
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    toast.success("Link copied");
  };
  const cut = async () => {
    const sure = await confirm({
      title: `Take the login away from ${staff.firstName}?`,
      body: "Their account stays theirs, but no longer opens this company.",
      action: "Unlink account",
      danger: true,
    });
    if (sure) unlink.mutate({ staffId: staff.id });
  };
  const linked = staff.linkStatus === StaffLinkStatus.LINKED;
  const pending = staff.linkStatus === StaffLinkStatus.PENDING;
  return (
    <Section title="Login">
      <Typography color="textSecondary">
        {linked
          ? "Signs in with an account of their own."
          : pending
            ? "Invited; the link has not been used yet."
            : staff.allowLogin
              ? "Cannot sign in yet. An invite link lets them, with an account of their own."
              : "Signing in is switched off for this person."}
      </Typography>
      {link && (
        <Box sx={{ display: "flex", gap: 1, mt: 1.25 }}>
          <OutlinedInput
            size="small"
            fullWidth
            readOnly
            value={link}
            inputProps={{ "aria-label": "Invite link" }}
            onFocus={(event) => event.target.select()}
          />
          <Button onClick={() => void copy()}>Copy</Button>
        </Box>
      )}
      <Box sx={{ display: "flex", gap: 1, mt: 1.5 }}>
        {linked ? (
          <Button color="error" variant="text" loading={unlink.isPending} onClick={() => void cut()}>
            Unlink account
          </Button>
        ) : (
          <Button disabled={!staff.allowLogin} loading={invite.isPending} onClick={() => void send()}>
            {pending ? "Send a new link" : "Invite"}
          </Button>
        )}
        {pending && (
          <Button variant="text" loading={disable.isPending} onClick={() => disable.mutate({ staffId: staff.id })}>
            End the invite
          </Button>
        )}
      </Box>
    </Section>
  );
};
