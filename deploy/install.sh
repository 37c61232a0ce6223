#!/bin/sh
# Installs this version of the portal in /opt/course-portal, beside earlier ones, and makes it the current one. It never
# changes settings, the database or running nodes, and you can run it again at any time. To go back to an earlier
# version, run that version's install.sh. With DESTDIR, it only writes files, all of them below that folder.
set -eu
umask 022
cd "$(dirname "$(readlink -f "$0")")"
root=${DESTDIR:-}
home=$root/opt/course-portal
settings=$root/etc/course-portal.env
units=$root/usr/local/lib/systemd/system
version=$(cat VERSION)
previous=$(readlink "$home/current" || true)

fail() {
  echo "$1" >&2
  exit 1
}

[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail 'Please run this as root: sudo ./install.sh'
sha256sum --check --quiet SHA256SUMS || fail 'Some files are damaged. Unpack the release again.'
./bin/node --version > /dev/null || fail 'This release is for another kind of machine. Its file name says which.'

# The same version may be running from this folder, so replace it only if it differs.
is_new=
if ! cmp -s SHA256SUMS "$home/$version/SHA256SUMS"; then
  is_new=yes
  rm -rf "$home/$version.new"
  mkdir -p "$home/$version.new"
  cp -R . "$home/$version.new"
  rm -rf "${home:?}/$version"
  mv "$home/$version.new" "$home/$version"
fi
ln -sfn "$version" "$home/current.new"
mv -fT "$home/current.new" "$home/current"
mkdir -p "$root/usr/local/bin"
ln -sfn /opt/course-portal/current/portal "$root/usr/local/bin/portal"
[ -e "$settings" ] || install -D -m 600 .env.example "$settings"

install -D -m 644 deploy/portal.service "$units/course-portal.service"
install -m 644 deploy/portal-backup.service deploy/portal-backup.timer "$units"
restart='restart the nodes'
if [ -z "$root" ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  restart='sudo systemctl restart course-portal'
elif [ -z "$root" ]; then
  # With systemd, the units create their own accounts.
  id course-portal > /dev/null 2>&1 || useradd --system --shell /usr/sbin/nologin course-portal
  chown root:course-portal "$settings"
  chmod 640 "$settings"
fi

echo "Course portal $version is installed in $home/$version."
if [ -z "$previous" ]; then
  echo "Next, fill in the settings: sudo editor $settings"
elif [ "$previous" != "$version" ]; then
  echo "To use it now: $restart"
  echo "To go back to $previous: sudo $home/$previous/install.sh, then $restart"
elif [ -n "$is_new" ]; then
  echo "To use it now: $restart"
fi
