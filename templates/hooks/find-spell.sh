# The program: that of the project, otherwise the global one.
spell=spell folder=$at
while :; do
  if [ -x "${folder}node_modules/.bin/spell" ]; then
    spell=./${folder}node_modules/.bin/spell
    break
  fi
  case $folder in
    '') break ;;
    */*/) folder=${folder%/} folder=${folder%/*}/ ;;
    *) folder= ;;
  esac
done
