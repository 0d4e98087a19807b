import SvgIcon, { type SvgIconProps } from "@mui/material/SvgIcon";
import { type IconName, iconPath, strokeOf } from "./icon-paths.ts";

export type { IconName } from "./icon-paths.ts";

/** Decorative unless `titleAccess` is given. */
export const Icon = ({ name, sx, ...props }: SvgIconProps & { name: IconName }) => (
  <SvgIcon
    viewBox="0 0 24 24"
    sx={[
      {
        width: 19,
        height: 19,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: strokeOf(name),
        strokeLinecap: "round",
        strokeLinejoin: "round",
      },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
    {...props}
  >
    <path d={iconPath(name)} />
  </SvgIcon>
);
