# Types commands: a first run picks the ports, and a second one sends to the ports that it remembers.
type_first() {
  sleep 1
  echo input Linn
  echo output Linn
  sleep 0.5
  echo quit
}
type_second() {
  sleep 1
  echo note
  sleep 6
  echo note
  sleep 2
  echo quit
}
type_first | PortPicker ports.json
echo "== second run"
type_second | PortPicker ports.json
